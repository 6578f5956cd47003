import { z } from 'zod';
import { replayed } from './outputs.ts';
import { idempotencyKeyParam } from './params.ts';

/** What remember_about_user and remember_about_project share. */
export const rememberParams = {
  observation: z.string().describe('One fact'),
  category: z.string().exactOptional(),
  replaces: z.string().exactOptional().describe('factId it corrects; empty observation forgets it'),
  idempotencyKey: idempotencyKeyParam.exactOptional(),
};

export const rememberOutput = z.object({
  factId: z.string(),
  category: z.string(),
  outcome: z.enum(['created', 'appended', 'replaced', 'forgotten', 'duplicate']),
  replayed,
});
