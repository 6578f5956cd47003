import { z } from 'zod';
import { author } from './outputs.ts';

/** A change of a note, or of a folder (without id and token); `project` stands where no project was asked for. */
export const change = z.object({
  revision: z.int(),
  at: z.string(),
  noteId: z.string().optional(),
  title: z.string(),
  path: z.string(),
  from: z.string().optional(),
  project: z.string().optional(),
  kind: z.string(),
  by: author,
  added: z.int(),
  removed: z.int(),
  versionToken: z.string().optional(),
});
