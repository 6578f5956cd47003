import { z } from 'zod';
import { nextPage, noteRef } from './outputs.ts';

export const classes = z.enum(['user-doc', 'agent-memory', 'profile']);

/** What search answers. `matches` are offsets in the excerpt, `position` is the passage's in the note's content. */
export const searchOutput = z.object({
  mode: z.enum(['hybrid', 'lexical']),
  reason: z.string().optional(),
  pendingNotes: z.int(),
  results: z.array(
    z.object({
      ...noteRef,
      project: z.string().nullable(),
      class: classes,
      score: z.number(),
      excerpt: z.string(),
      matches: z.array(z.object({ start: z.int(), end: z.int() })),
      position: z.int(),
      versionToken: z.string(),
      modifiedAt: z.string(),
    }),
  ),
  ...nextPage,
});
