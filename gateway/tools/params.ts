import { z } from 'zod';
import { outOfBounds } from './bounds.ts';
import { coerce } from './coerce.ts';
import type { JsonNode } from './jsonSchema.ts';
import { argumentsRefusal, problemsRefusal, type UnknownField } from './problems.ts';

/** Shared parameters, worded once. A name that says it all has no description: descriptions cost every session. */
export const projectParam = z.string().describe('Handle');
export const refParam = z.string().describe('Id, path, title or alias');
/** Never the new full path of what is moved. */
export const toPathParam = z.string().describe('Folder it goes into; made if missing');
export const limitParam = z.int().min(1).max(100);
export const cursorParam = z.string().describe('nextCursor');
export const versionTokenParam = z.string();
const tagsParam = z.array(z.string());
export const idempotencyKeyParam = z.string().min(1).max(200).describe('Makes a retry safe');

const linkFields = {
  relation: z.string(),
  to: z.string().exactOptional().describe('Ref'),
  toTitle: z.string().exactOptional().describe('May not exist yet'),
};

const hasOneEnd = ({ to, toTitle }: { to?: string; toTitle?: string }): boolean =>
  (to === undefined) !== (toTitle === undefined);
const oneEnd = { message: 'needs either to or toTitle' };

/** A link of a note that is being made: `to` names a note that exists, `toTitle` one that need not. */
const linkParam = z.strictObject(linkFields).refine(hasOneEnd, oneEnd);

/** A link of a note that exists. */
export const linkParams = z
  .strictObject({ from: z.string().describe('Ref'), ...linkFields })
  .refine(hasOneEnd, oneEnd);

/** What create_note and the items of create_notes share. */
export const newNoteParams = {
  body: z.string(),
  title: z.string().exactOptional(),
  path: z.string().exactOptional().describe('Folder, or a file ending in .md'),
  type: z.string().exactOptional(),
  tags: tagsParam.exactOptional(),
  links: z.array(linkParam).exactOptional(),
};

/**
 * Arguments as the schema promises them. `json` is the schema's published form, see `inputSchemaOf`.
 * Throws `invalidArguments` with every problem.
 */
export const parseInput = <S extends z.ZodType>(schema: S, json: JsonNode, raw: unknown): z.output<S> => {
  const unknown: UnknownField[] = [];
  const value = coerce(raw ?? {}, json, unknown);
  const tooLong = outOfBounds(value);
  if (tooLong.length > 0) throw problemsRefusal(tooLong);
  const parsed = schema.safeParse(value);
  if (parsed.success && unknown.length === 0) return parsed.data;
  throw argumentsRefusal(value, parsed.error?.issues ?? [], unknown);
};
