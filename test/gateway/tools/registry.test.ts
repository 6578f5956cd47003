import { readdirSync, readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { instructions } from '../../../gateway/tools/instructions.ts';
import { registry } from '../../../gateway/tools/registry.ts';

const groups = ['bootstrap', 'discover', 'read', 'write', 'reorganize', 'scale'];
const folder = new URL('../../../gateway/tools/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => groups.includes(name.split('/')[0] ?? '') && name.endsWith('.ts'));

test('every tool file is in the registry, in the folder of its group, and named after its tool', () => {
  expect(registry.map(({ group, name }) => `${group}/${name}.ts`).sort()).toEqual(files.sort());
  expect(files.length).toBeGreaterThanOrEqual(10);
});

test.each(files)('%s imports no other tool', (name) => {
  const imports = [...readFileSync(new URL(name, folder), 'utf8').matchAll(/from '([^']+)'/g)].map(
    ([, from]) => from,
  );
  expect(imports.length).toBeGreaterThan(0);
  expect(
    imports.filter((from) => from?.startsWith('./') || groups.some((group) => from?.includes(`/${group}/`))),
  ).toEqual([]);
});

describe.each(registry.map((tool) => [tool.name, tool] as const))('%s', (_name, { definition, effect }) => {
  test('says when to call it, in at most three sentences', () => {
    const sentences = definition.description.split(/[.!?](?:\s|$)/).filter((part) => part.trim() !== '');
    expect(sentences.length).toBeGreaterThanOrEqual(1);
    expect(sentences.length).toBeLessThanOrEqual(3);
  });

  test('sets all four hints by its effect', () => {
    expect(definition.annotations).toMatchObject({
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destroy',
      openWorldHint: false,
    });
    expect(typeof definition.annotations.idempotentHint).toBe('boolean');
  });

  test('has a strict, flat input in which every node has one type', () => {
    const nodes: { [keyword: string]: unknown }[] = [];
    JSON.parse(JSON.stringify(definition.inputSchema), (key, value: unknown) => {
      const isNode = typeof value === 'object' && value !== null && 'type' in value && !Array.isArray(value);
      if (isNode && key !== 'properties') nodes.push({ ...value });
      return value;
    });
    expect(nodes.length).toBeGreaterThan(0);
    for (const node of nodes) {
      expect(typeof node.type).toBe('string');
      if (node.type === 'object') expect(node.additionalProperties).toBe(false);
    }
    expect(JSON.stringify(definition.inputSchema)).not.toMatch(/anyOf|oneOf|allOf|\$ref|\$schema/);
  });

  test('has an output schema that also admits an error', () => {
    expect(definition.outputSchema).toMatchObject({
      type: 'object',
      properties: { error: { type: 'object' } },
    });
    expect(definition.outputSchema).not.toHaveProperty('required');
  });
});

test('only delete_note is destructive', () => {
  expect(registry.filter(({ effect }) => effect === 'destroy').map(({ name }) => name)).toEqual([
    'delete_note',
  ]);
});

test('the token bill keeps its bounds', () => {
  const bill = (names: (tool: (typeof registry)[number]) => boolean): number =>
    registry
      .filter(names)
      .map(
        ({ definition }) =>
          `${definition.name}${definition.description}${JSON.stringify(definition.inputSchema)}`,
      )
      .reduce((sum, text) => sum + countTokens(text), 0);
  const write = bill(() => true);
  const read = bill(({ effect }) => effect === 'read');
  console.info(`tools/list: ${registry.length} tools ${write} tokens, read token ${read}`);
  expect(write).toBeLessThanOrEqual(3_000);
  expect(read).toBeLessThanOrEqual(1_150);
  expect(countTokens(instructions)).toBeLessThanOrEqual(250);
});

test('tools/list is what it was', () => {
  expect({ instructions, tools: registry.map(({ definition }) => definition) }).toMatchSnapshot();
});
