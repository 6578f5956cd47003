import { z } from 'zod';
import { author, noteRef } from './outputs.ts';

/** What get_note answers. Offsets count UTF-16 units of the content, lines count from 1. */
export const noteOutput = z.object({
  ...noteRef,
  project: z.string().nullable(),
  class: z.string(),
  frontmatter: z.record(z.string(), z.unknown()),
  content: z.string(),
  versionToken: z.string(),
  provenance: z.object({
    createdAt: z.string(),
    createdBy: author,
    modifiedAt: z.string(),
    modifiedBy: author,
    revision: z.int(),
  }),
  range: z.object({ start: z.int(), end: z.int(), total: z.int() }).optional(),
  partial: z.string().optional(),
  find: z.object({ positions: z.array(z.int()), total: z.int() }).optional(),
  rawFrontmatter: z.string().optional(),
  outline: z.array(z.object({ level: z.int(), title: z.string(), line: z.int() })).optional(),
  links: z
    .object({
      outgoing: z.array(
        z.object({
          relation: z.string(),
          noteId: z.string().optional(),
          title: z.string(),
          unresolved: z.literal(true).optional(),
        }),
      ),
      incoming: z.array(z.object({ relation: z.string(), noteId: z.string(), title: z.string() })),
      totalIncoming: z.int(),
    })
    .optional(),
  revisions: z
    .array(
      z.object({
        revision: z.int(),
        at: z.string(),
        by: author,
        kind: z.string(),
        added: z.int(),
        removed: z.int(),
        versionToken: z.string(),
      }),
    )
    .optional(),
});
