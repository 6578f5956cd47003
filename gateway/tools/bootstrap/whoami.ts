import { z } from 'zod';
import { restrictions } from '../outputs.ts';
import { whoamiText } from '../texts/whoamiText.ts';
import { defineTool } from '../tool.ts';

export const whoami = defineTool({
  name: 'whoami',
  title: 'Who am I',
  group: 'bootstrap',
  effect: 'read',
  description: 'The rights, restrictions and limits of this token: call it when something is refused.',
  input: z.strictObject({}),
  output: z.object({
    user: z.object({ name: z.string(), locale: z.string() }),
    tokenId: z.string().nullable(),
    label: z.string().nullable(),
    scope: z.string(),
    expiresAt: z.string().nullable(),
    restrictions,
    projects: z.array(z.object({ handle: z.string(), role: z.string(), canWrite: z.boolean() })),
    capabilities: z.object({
      vector: z.boolean(),
      embedder: z.string(),
      trash: z.boolean(),
      revisions: z.boolean(),
    }),
    limits: z.object({ noteBytes: z.int(), batchNotes: z.int(), batchLinks: z.int(), batchMoves: z.int() }),
    version: z.string(),
  }),
  run: (engine, input) => engine.whoami(input),
  text: whoamiText,
});
