import { z } from 'zod';
import type { Answer } from './answer.ts';
import { type BadItem, inOrder } from './parseBatch.ts';

/** What link_many answers; the three counts add up to the number of items sent. */
export const linkManyOutput = z.object({
  created: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  revision: z.int().nullable(),
  results: z.array(
    z.object({
      index: z.int(),
      status: z.enum(['created', 'unchanged', 'failed']),
      from: z.string().optional(),
      to: z.string().optional(),
      resolved: z.boolean().optional(),
      versionToken: z.string().optional(),
      error: z.looseObject({ code: z.string(), message: z.string(), hint: z.string() }).optional(),
    }),
  ),
});

type LinkedMany = Answer<'linkMany'>;

/** The engine's answer for the items it was given, and the failures of those it was not, by the place in the call. */
export const mergeLinked = (
  linked: LinkedMany | null,
  good: readonly { readonly index: number }[],
  bad: readonly BadItem[],
): LinkedMany => ({
  created: linked?.created ?? 0,
  unchanged: linked?.unchanged ?? 0,
  failed: (linked?.failed ?? 0) + bad.length,
  revision: linked?.revision ?? null,
  results: inOrder(linked?.results ?? [], good, bad),
});
