import { isScalar, isSeq, Scalar, stringify } from 'yaml';
import { type LineEnding, withEnding } from './lineEndings.ts';

const options = { schema: 'core', lineWidth: 0 } as const;

/** A key and its colon, quoted where YAML asks for it. */
export function keyFor(key: string): string {
  const text = stringify(key, options).trimEnd();
  return `${text.includes('\n') || text.startsWith('?') ? JSON.stringify(key) : text}:`;
}

/**
 * What stands behind the colon of a key indented by `indent`: ' value', or the lines of a block.
 * The form of the value that it replaces is kept: its quotes, or its [flow] brackets.
 */
export function valueText(value: unknown, ending: LineEnding, indent: string, old?: unknown): string {
  if (typeof value === 'string') return ` ${scalarText(value, isScalar(old) ? old.type : undefined)}`;
  if (Array.isArray(value) && isSeq(old) && old.flow === true) {
    return ` [${value.map((item) => flowItem(item)).join(', ')}]`;
  }
  const text = stringify({ k: value }, options).slice(2).trimEnd();
  return withEnding(text.replaceAll('\n', `\n${indent}`), ending);
}

/** One item of a list on one line, safe between the brackets of a flow list too. */
export function flowItem(item: unknown): string {
  if (typeof item !== 'string') return JSON.stringify(item);
  return /[,[\]{}]/.test(item) ? JSON.stringify(item) : scalarText(item, undefined);
}

function scalarText(text: string, type: Scalar['type'] | undefined): string {
  if (/[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u.test(text)) return JSON.stringify(text);
  const scalar = new Scalar(text);
  if (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') scalar.type = type;
  return stringify(scalar, options).trimEnd();
}
