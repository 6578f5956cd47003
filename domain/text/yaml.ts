import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
} from 'yaml';

export type YamlDocument = Document.Parsed<ParsedNode>;
export type YamlReading =
  | { readonly ok: true; readonly document: YamlDocument; readonly data: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string };

const nestingLimit = 100;

class Unreadable extends Error {
  /** Where in the text, where that is known. */
  readonly offset: number | undefined;

  constructor(message: string, offset?: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * A YAML mapping (1.2 core schema) as plain JSON values: dates stay text, and so does a number that JSON would print
 * differently from the source. Anchors, aliases, tags, doubled keys and nesting past 100 are a problem, never an error.
 */
export function readYaml(text: string): YamlReading {
  const lines = new LineCounter();
  const placed = (reason: string, offset: number): string =>
    `line ${lines.linePos(offset).line + 1}: ${reason}`;
  try {
    const document = parseDocument(text, {
      schema: 'core',
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: lines,
      // Its own check compares every key with every other.
      uniqueKeys: false,
    });
    const error = document.errors[0];
    if (error !== undefined) {
      return { ok: false, problem: placed(error.code.toLowerCase().replaceAll('_', ' '), error.pos[0]) };
    }
    const root = document.contents;
    if (isEmpty(root)) return { ok: true, document, data: {} };
    if (!isMap(root)) return { ok: false, problem: 'it is not a mapping of keys to values' };
    return { ok: true, document, data: plainMap(root, 0) };
  } catch (error) {
    if (!(error instanceof Unreadable)) return { ok: false, problem: 'it is nested too deeply' };
    const { message, offset } = error;
    return { ok: false, problem: offset === undefined ? message : placed(message, offset) };
  }
}

/** The text of a key as the data names it; null for a key that is no scalar. */
export function keyText(key: unknown): string | null {
  if (!isScalar(key)) return null;
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function isEmpty(root: unknown): boolean {
  return root === null || (isScalar(root) && root.value === null && !root.tag && !root.anchor);
}

function plainMap(map: unknown, depth: number): Record<string, unknown> {
  if (!isMap(map)) throw new Unreadable('it is not a mapping of keys to values');
  refuseMarks(map, depth);
  const known = new Set<string>();
  return Object.fromEntries(
    map.items.map((pair) => {
      if (!isPair(pair)) throw new Unreadable('a key is missing');
      if (isScalar(pair.key)) refuseMarks(pair.key, depth);
      const key = keyText(pair.key);
      if (key === null) throw new Unreadable('a key is not plain text');
      if (known.has(key)) throw new Unreadable('duplicate key', offsetOf(pair.key));
      known.add(key);
      return [key, plain(pair.value, depth + 1)];
    }),
  );
}

function plain(node: unknown, depth: number): unknown {
  if (node === null || node === undefined) return null;
  if (isMap(node)) return plainMap(node, depth);
  if (isSeq(node)) {
    refuseMarks(node, depth);
    return node.items.map((item) => (isPair(item) ? null : plain(item, depth + 1)));
  }
  if (!isScalar(node)) throw new Unreadable('anchors and aliases are not allowed');
  refuseMarks(node, depth);
  return plainScalar(node.value, node.source);
}

function plainScalar(value: unknown, source: string | undefined): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  const text = source ?? String(value);
  return typeof value === 'number' && String(value) === text && Number.isFinite(value) ? value : text;
}

function refuseMarks(node: unknown, depth: number): void {
  if (depth > nestingLimit) throw new Unreadable('it is nested too deeply');
  if (!isCollection(node) && !isScalar(node)) return;
  if (node.anchor !== undefined) throw new Unreadable('anchors and aliases are not allowed');
  if (node.tag !== undefined) throw new Unreadable('tags such as !!str are not allowed');
}

const offsetOf = (node: unknown): number | undefined => (isScalar(node) ? node.range?.[0] : undefined);
