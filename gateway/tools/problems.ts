import type { z } from 'zod';
import { Refusal } from '../../domain/errors.ts';
import { nearest } from '../nearest.ts';
import { quoteShort } from './results.ts';

export interface Problem {
  readonly field: string;
  readonly problem: string;
}

/** A field that the schema does not know, with where it stands. */
export interface UnknownField {
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly known: readonly string[];
}

type Path = readonly PropertyKey[];

/** `notes[2].title`. */
export const nameOf = (path: Path): string =>
  path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? String(part) : `${name}.${String(part)}`;
  }, '');

const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    root,
  );

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

const expected: { readonly [type: string]: string } = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const limitOf = (issue: { origin: string }, side: string, bound: number | bigint): string => {
  if (issue.origin === 'string') return `must have ${side} ${bound} characters`;
  return issue.origin === 'array' ? `must have ${side} ${bound} items` : `must be ${side} ${bound}`;
};

const sentence = (issue: z.core.$ZodIssue, root: unknown, name: string): string => {
  const value = valueAt(root, issue.path);
  const missing = value === undefined || value === null;
  switch (issue.code) {
    case 'invalid_type':
      if (missing) return `${name} is required${value === null ? ', and null is no value' : ''}.`;
      return `${name} must be ${expected[issue.expected] ?? issue.expected}, not ${kindOf(value)}.`;
    case 'invalid_value': {
      const choices = issue.values.map((choice) => String(choice)).join(', ');
      return missing ? `${name} is required: one of ${choices}.` : `${name} must be one of ${choices}.`;
    }
    case 'too_small':
      return `${name} ${limitOf(issue, 'at least', issue.minimum)}.`;
    case 'too_big':
      return `${name} ${limitOf(issue, 'at most', issue.maximum)}.`;
    default:
      return `${name} ${issue.message}.`;
  }
};

const unknownSentence = ({ name, known }: UnknownField, place: string): string => {
  const meant = nearest(name, known);
  const fields = known.length === 0 ? 'there are no fields here.' : `the fields are ${known.join(', ')}.`;
  const where = place === '' ? '' : ` in ${quoteShort(place)}`;
  return `${quoteShort(name)} is not a field${where}; ${meant === undefined ? fields : `did you mean ${quoteShort(meant)}?`}`;
};

/** Every problem found with some arguments, in one `invalidArguments`; `hint` says what to do. Values are never repeated, only names. */
export const argumentsRefusal = (
  root: unknown,
  issues: readonly z.core.$ZodIssue[],
  unknown: readonly UnknownField[],
  hint?: string,
): Refusal => {
  const problems: Problem[] = unknown.map((field) => ({
    field: nameOf([...field.path, field.name]).slice(0, 80),
    problem: unknownSentence(field, nameOf(field.path)),
  }));
  for (const issue of issues) {
    const field = nameOf(issue.path);
    const name = field === '' ? 'The value' : quoteShort(field);
    problems.push({ field, problem: sentence(issue, root, name) });
  }
  return problemsRefusal(problems, hint);
};

/** The first 20 problems as one refusal, the others counted. */
export const problemsRefusal = (
  problems: readonly Problem[],
  hint = 'Correct the arguments and call again; nothing was done.',
): Refusal => {
  const shown = problems.slice(0, 20);
  const more = problems.length - shown.length;
  const words = shown.map(({ problem }) => problem);
  if (more > 0) words.push(`At least ${more} more problems.`);
  return new Refusal('invalidArguments', words.join(' '), hint, { problems: shown });
};
