import { z } from 'zod';
import { change } from './activityOutput.ts';
import { author, fact, nextPage, noteRef } from './outputs.ts';

const names = z.array(z.string());

/** What start_session answers. A list that was cut has the number of all beside it. */
export const sessionOutput = z.object({
  user: z.object({ name: z.string(), locale: z.string() }),
  profile: z
    .object({ noteId: z.string(), versionToken: z.string(), text: z.string(), facts: z.array(fact) })
    .nullable(),
  projects: z.array(z.object({ handle: z.string(), name: z.string(), role: z.string(), notes: z.int() })),
  totalProjects: z.int(),
  project: z.string().optional(),
  index: z
    .object({
      notes: z.int(),
      folders: z.array(z.object({ path: z.string(), notes: z.int() })),
      totalFolders: z.int(),
    })
    .optional(),
  pinned: z
    .array(z.object({ ...noteRef, versionToken: z.string(), text: z.string(), by: author, at: z.string() }))
    .optional(),
  memory: z.array(fact).optional(),
  changes: z.object({ since: z.string().nullable(), items: z.array(change), ...nextPage }).optional(),
  knownValues: z.object({ tags: names, types: names, categories: names }).optional(),
  omitted: z.array(z.object(noteRef)),
  totalOmitted: z.int(),
});
