import { z } from 'zod';
import { errorCodes } from '../domain/errors.ts';
import { statusOf } from '../gateway/api/status.ts';
import { registry } from '../gateway/tools/registry.ts';
import type { Tool } from '../gateway/tools/tool.ts';
import { errorMeanings } from './errorMeanings.ts';
import { argumentRows, resultText, schemaNode } from './schemaText.ts';

const groups = {
  bootstrap: 'Bootstrap',
  discover: 'Discover',
  read: 'Read',
  write: 'Write',
  reorganize: 'Reorganize',
  scale: 'Scale',
} as const;

const effects = { read: 'reads', write: 'writes', destroy: 'destroys' } as const;

const hints = ({ definition: { annotations } }: Tool): string =>
  Object.entries(annotations)
    .filter(([name]) => name.endsWith('Hint'))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const toolText = (tool: Tool): string[] => {
  const { name, title, description, inputSchema } = tool.definition;
  const needs = tool.needs === 'memory' ? '; needs a token with memory' : '';
  const rows = argumentRows(schemaNode.parse(inputSchema));
  return [
    `### ${name}`,
    '',
    `**${title}** (${effects[tool.effect]}${needs}). ${description}`,
    '',
    ...(rows.length === 0
      ? ['No arguments.']
      : [
          '| argument | type | what |',
          '| --- | --- | --- |',
          ...rows.map((row) => `| ${row.join(' | ')} |`),
        ]),
    '',
    `Answer: ${resultText(schemaNode.parse(z.toJSONSchema(tool.output)))}`,
    '',
    `Hints: ${hints(tool)}.`,
    '',
  ];
};

const codeText = (): string[] => [
  '## Codes',
  '',
  '`isError: true`, and `structuredContent.error` is `{code, message, hint, …}`. The status is that of a REST answer.',
  '',
  '| code | status | meaning | what to do |',
  '| --- | --- | --- | --- |',
  ...errorCodes.map((code) => {
    const { meaning, next } = errorMeanings[code];
    return `| \`${code}\` | ${statusOf[code]} | ${meaning} | ${next} |`;
  }),
];

/** The reference of tools and codes in Markdown, from the registry and the union of codes as they are now. */
export const referenceText = (): string =>
  [
    '# Reference',
    '',
    'Written by `npm run docs` from the definitions that agents are sent. How to work with them is in',
    '[the guide for agents](agents.md).',
    '',
    'A `?` marks what may be absent. Lengths count UTF-16 units, `[]` is a list. Unknown arguments are refused, and',
    '`null` counts as absent.',
    '',
    ...Object.entries(groups).flatMap(([group, title]) => {
      const tools = registry.filter((tool) => tool.group === group);
      return tools.length === 0 ? [] : [`## ${title}`, '', ...tools.flatMap(toolText)];
    }),
    ...codeText(),
    '',
  ].join('\n');
