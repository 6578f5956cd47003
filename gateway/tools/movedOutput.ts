import { z } from 'zod';

/** What the reorganizing tools answer; paths are inside the project, `from` and `to` of a project are handles. */
export const movedOutput = z.object({
  noteId: z.string().optional(),
  from: z.string(),
  to: z.string(),
  notes: z.int(),
  versionToken: z.string().optional(),
  revision: z.int().optional(),
  outcome: z.enum(['moved', 'renamed', 'unchanged']),
  results: z
    .array(
      z.object({
        noteId: z.string(),
        from: z.string(),
        to: z.string(),
        versionToken: z.string(),
        outcome: z.enum(['moved', 'unchanged']),
      }),
    )
    .optional(),
  warnings: z.array(z.string()).optional(),
});
