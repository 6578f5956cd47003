import { z } from 'zod';
import type { ErrorFacts } from '../../domain/errors.ts';
import type { ItemError } from '../../domain/notes/batchItem.ts';
import { outOfBounds } from './bounds.ts';
import { coerce } from './coerce.ts';
import type { JsonObject } from './jsonSchema.ts';
import { argumentsRefusal, problemsRefusal, type UnknownField } from './problems.ts';

export interface BadItem {
  readonly index: number;
  readonly error: ErrorFacts;
}

/** A batch read item by item. `index` is the place in the list that was sent. */
export interface Batch<R, T> {
  readonly input: R;
  readonly good: readonly { readonly index: number; readonly value: T }[];
  readonly bad: readonly BadItem[];
}

const itemHint = 'Correct this item and send it again; the others are not affected.';

interface BatchShape<R extends z.core.$ZodLooseShape, T extends z.ZodType> {
  readonly rest: R;
  readonly item: T;
  readonly field: string;
  readonly most: number;
}

/**
 * Reads the arguments of a tool whose list is best effort: an item that does not fit fails alone, with its own
 * `invalidArguments`; anything wrong outside the items refuses the call.
 */
export const parseBatch = <R extends z.core.$ZodLooseShape, T extends z.ZodType>(
  { rest, item, field, most }: BatchShape<R, T>,
  schema: JsonObject,
  raw: unknown,
): Batch<z.output<z.ZodObject<R>>, z.output<T>> => {
  const unknown: UnknownField[] = [];
  const value = coerce(raw ?? {}, schema, unknown);
  const inItem = ({ path }: UnknownField, index?: number): boolean =>
    path[0] === field && typeof path[1] === 'number' && (index === undefined || path[1] === index);
  const outside = unknown.filter((one) => !inItem(one));
  const tooLong = outOfBounds({ ...z.looseObject({}).catch({}).parse(value), [field]: undefined });
  if (tooLong.length > 0) throw problemsRefusal(tooLong);
  const list = z.looseObject({ [field]: z.array(z.unknown()).min(1).max(most) }).safeParse(value);
  const others = z.object(rest).safeParse(value);
  if (!list.success || !others.success || outside.length > 0) {
    throw argumentsRefusal(value, [...(others.error?.issues ?? []), ...(list.error?.issues ?? [])], outside);
  }
  const items = z.array(z.unknown()).parse(list.data[field]);
  const good: { index: number; value: z.output<T> }[] = [];
  const bad: BadItem[] = [];
  for (const [index, one] of items.entries()) {
    const long = outOfBounds(one);
    if (long.length > 0) {
      bad.push({ index, error: problemsRefusal(long, itemHint).toFacts() });
      continue;
    }
    const parsed = item.safeParse(one);
    const strange = unknown
      .filter((found) => inItem(found, index))
      .map((found) => ({ ...found, path: found.path.slice(2) }));
    if (parsed.success && strange.length === 0) good.push({ index, value: parsed.data });
    else {
      const refusal = argumentsRefusal(one, parsed.error?.issues ?? [], strange, itemHint);
      bad.push({ index, error: refusal.toFacts() });
    }
  }
  return { input: others.data, good, bad };
};

/** An error as it stands beside one item of a batch. */
const itemError = ({ code, message, hint, details }: ErrorFacts): ItemError => ({
  ...details,
  code,
  message,
  hint,
});

/** Results for the items that the engine was given and failures of those it was not, each at its place in the call. */
export const inOrder = <Result extends { readonly index: number }>(
  results: readonly Result[],
  good: readonly { readonly index: number }[],
  bad: readonly BadItem[],
) =>
  [
    ...results.map((result) => ({ ...result, index: good[result.index]?.index ?? result.index })),
    ...bad.map(({ index, error }) => ({ index, status: 'failed' as const, error: itemError(error) })),
  ].sort((one, other) => one.index - other.index);
