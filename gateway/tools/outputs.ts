import { z } from 'zod';

/** Pieces of output schemas, worded once. */
export const noteRef = { noteId: z.string(), title: z.string(), path: z.string() };
export const author = z.object({ name: z.string(), kind: z.enum(['human', 'agent']), client: z.string() });
export const fact = z.object({ factId: z.string(), category: z.string(), text: z.string(), at: z.string() });
export const nextPage = { total: z.int(), nextCursor: z.string().optional() };
export const warnings = z.array(z.string());
export const replayed = z.literal(true).optional();
export const restrictions = z.object({
  projects: z.array(z.string()).nullable(),
  tools: z.array(z.string()).nullable(),
  memory: z.boolean(),
});
