import { z } from 'zod';
import { author, fact, noteRef } from './outputs.ts';

/** What start_session answers. A pinned note's text is null where it did not fit; read it with get_note. */
export const sessionOutput = z.object({
  user: z.object({ name: z.string(), locale: z.string() }),
  profile: z
    .object({ noteId: z.string(), versionToken: z.string(), text: z.string(), facts: z.array(fact) })
    .nullable(),
  projects: z.array(z.object({ handle: z.string(), name: z.string(), role: z.string(), notes: z.int() })),
  project: z.string().optional(),
  index: z
    .object({ notes: z.int(), folders: z.array(z.object({ path: z.string(), notes: z.int() })) })
    .optional(),
  pinned: z
    .array(
      z.object({
        ...noteRef,
        versionToken: z.string(),
        text: z.string().nullable(),
        by: author,
        at: z.string(),
      }),
    )
    .optional(),
  memory: z.array(fact).optional(),
  omitted: z.array(z.object(noteRef)),
});
