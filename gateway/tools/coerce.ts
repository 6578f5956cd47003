import { listMost } from './bounds.ts';
import type { JsonNode } from './jsonSchema.ts';
import type { UnknownField } from './problems.ts';

const unknownMost = 100;

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const fits = (value: unknown, type: string | undefined): boolean => {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'boolean') return typeof value === 'boolean';
  return (type === 'integer' || type === 'number') && typeof value === 'number';
};

const fromText = (text: string, node: JsonNode, name: string): unknown => {
  if (node.type === 'string') return text;
  const parsed = fromJson(text);
  if (fits(parsed, node.type)) return parsed;
  if (name !== 'tags' || node.type !== 'array') return text;
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
};

/**
 * Reads arguments as real clients send them: JSON text where the schema wants an array, object, number or boolean;
 * `null` for an absent optional field; `tags` as `a,b`; at every depth. What does not fit stays as it came, for the
 * schema to refuse. Fields that the schema does not know are left out and added to `unknown`.
 */
export const coerce = (
  value: unknown,
  node: JsonNode,
  unknown: UnknownField[],
  path: readonly (string | number)[] = [],
): unknown => {
  const read = typeof value === 'string' ? fromText(value, node, String(path.at(-1) ?? '')) : value;
  const { items, properties } = node;
  if (items !== undefined && Array.isArray(read)) {
    // The bounds refuse it: what it holds is not looked at.
    if (read.length > listMost) return read;
    return read.map((item, index) => coerce(item, items, unknown, [...path, index]));
  }
  if (properties === undefined || !isObject(read)) return read;
  const fields: [string, unknown][] = [];
  const before = unknown.length;
  for (const name in read) {
    // An object with so many is refused as it is: the rest is not looked at.
    if (unknown.length - before >= unknownMost) break;
    const field = read[name];
    const child = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (child === undefined) unknown.push({ path, name, known: Object.keys(properties) });
    else if (field !== null || node.required?.includes(name)) {
      fields.push([name, coerce(field, child, unknown, [...path, name])]);
    }
  }
  return Object.fromEntries(fields);
};
