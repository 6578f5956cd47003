import { z } from 'zod';
import { noteRef } from './outputs.ts';

/** What recall answers. `context` numbers its passages as `sources` are ordered; `position` is an offset in the content. */
export const recallOutput = z.object({
  context: z.string(),
  sources: z.array(
    z.object({
      ...noteRef,
      project: z.string().nullable(),
      versionToken: z.string(),
      why: z.string(),
      position: z.int(),
    }),
  ),
  usedTokens: z.int(),
  omitted: z.array(z.object(noteRef)),
  mode: z.enum(['hybrid', 'lexical']),
  reason: z.string().optional(),
});
