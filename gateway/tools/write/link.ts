import { z } from 'zod';
import { linkParams } from '../params.ts';
import { linkText } from '../texts/linkText.ts';
import { defineTool } from '../tool.ts';

export const link = defineTool({
  name: 'link',
  title: 'Link two notes',
  group: 'write',
  effect: 'write',
  idempotent: true,
  description:
    'Adds a typed link such as `depends on` to a note, under ## Related; no versionToken is needed. Many at once: link_many.',
  input: linkParams,
  output: z.object({
    from: z.string(),
    to: z.string().optional(),
    relation: z.string(),
    resolved: z.boolean(),
    outcome: z.enum(['created', 'unchanged']),
    versionToken: z.string(),
  }),
  run: (engine, input) => engine.link(input),
  text: linkText,
});
