import { z } from 'zod';
import { author, noteRef } from './outputs.ts';

/** A change of a note; `project` stands where no project was asked for. */
export const change = z.object({
  revision: z.int(),
  at: z.string(),
  ...noteRef,
  project: z.string().optional(),
  kind: z.string(),
  by: author,
  added: z.int(),
  removed: z.int(),
  versionToken: z.string(),
});
