import { z } from 'zod';
import { idempotencyKeyParam, refParam, versionTokenParam } from './params.ts';

const operations = ['append', 'prepend', 'replace', 'replaceSection', 'findReplace'] as const;
const owners = { section: 'replaceSection', find: 'findReplace' } as const;

const isFields = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null;

const known: readonly unknown[] = operations;

/** Whether a field that belongs to one operation is given with that one, and with no other. */
const fits = (value: unknown, field: keyof typeof owners): boolean =>
  !isFields(value) ||
  !known.includes(value.operation) ||
  (value[field] !== undefined) === (value.operation === owners[field]);

/** Checked even where other fields are wrong, so that every problem is told at once. */
const always = { when: () => true };

/**
 * The arguments of edit_note. The version token is asked for by the engine (`versionRequired`, with what the retry
 * needs), not here.
 */
export const editParams = z
  .strictObject({
    ref: refParam,
    versionToken: versionTokenParam.exactOptional(),
    operation: z.enum(operations),
    content: z.string(),
    section: z.string().exactOptional().describe('Heading, A > B, or A@line'),
    find: z.string().exactOptional(),
    idempotencyKey: idempotencyKeyParam.exactOptional(),
  })
  .refine((value) => fits(value, 'section'), {
    path: ['section'],
    message: 'goes with replaceSection, which needs it, and with nothing else',
    ...always,
  })
  .refine((value) => fits(value, 'find'), {
    path: ['find'],
    message: 'goes with findReplace, which needs it, and with nothing else',
    ...always,
  });
