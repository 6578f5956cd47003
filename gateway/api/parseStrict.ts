import type { z } from 'zod';
import { Refusal } from '../../domain/errors.ts';
import { nearest } from '../../domain/text/nearest.ts';

const unknownField = (field: string, known: readonly string[]): string => {
  const close = nearest(field, known);
  const advice = close === undefined ? '' : ` (did you mean ${JSON.stringify(close)}?)`;
  return `the field ${JSON.stringify(field.slice(0, 80))} is unknown${advice}`;
};

/**
 * Parses a request's body or query by a strict object schema.
 * Throws Refusal('invalidArguments') that tells every problem at once; an unknown field is named with the nearest
 * known one. `details.problems` holds the same, one text each.
 */
export const parseStrict = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  raw: unknown,
): z.output<z.ZodObject<Shape, z.core.$strict>> => {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const known = Object.keys(schema.shape);
  const problems = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownField(key, known))
      : [
          issue.path.length === 0
            ? 'the body is not a JSON object'
            : `${issue.path.join('.')}: ${issue.message}`,
        ],
  );
  throw new Refusal(
    'invalidArguments',
    `The request cannot be used: ${problems.join('; ')}.`,
    `Correct it and send it again; the known fields are ${known.join(', ')}.`,
    { problems },
  );
};
