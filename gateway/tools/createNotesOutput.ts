import { z } from 'zod';
import type { Answer } from './answer.ts';
import { type BadItem, inOrder } from './parseBatch.ts';

/** What create_notes answers; the three counts add up to the number of items sent. */
export const createNotesOutput = z.object({
  created: z.int(),
  skipped: z.int(),
  failed: z.int(),
  revision: z.int().nullable(),
  unresolvedLinks: z.int(),
  ambiguousLinks: z.int(),
  results: z.array(
    z.object({
      index: z.int(),
      status: z.enum(['created', 'skipped', 'failed']),
      noteId: z.string().optional(),
      path: z.string().optional(),
      versionToken: z.string().optional(),
      reason: z.string().optional(),
      warnings: z.array(z.string()).optional(),
      error: z.looseObject({ code: z.string(), message: z.string(), hint: z.string() }).optional(),
    }),
  ),
});

type Made = Answer<'createNotes'>;

/** The engine's answer for the items it was given, and the failures of those it was not, by the place in the call. */
export const mergeCreated = (
  made: Made | null,
  good: readonly { readonly index: number }[],
  bad: readonly BadItem[],
): Made => ({
  created: made?.created ?? 0,
  skipped: made?.skipped ?? 0,
  failed: (made?.failed ?? 0) + bad.length,
  revision: made?.revision ?? null,
  unresolvedLinks: made?.unresolvedLinks ?? 0,
  ambiguousLinks: made?.ambiguousLinks ?? 0,
  results: inOrder(made?.results ?? [], good, bad),
});
