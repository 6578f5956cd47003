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

class Unreadable extends Error {}

/**
 * A YAML mapping (1.2 core schema) as plain JSON values: dates stay text, and so does a number that JSON would print
 * differently from the source. Anchors, aliases, tags, doubled keys and nesting past 100 are a problem, never an error.
 */
export function readYaml(text: string): YamlReading {
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      schema: 'core',
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: lines,
    });
    const error = document.errors[0];
    if (error !== undefined) {
      const reason = error.code.toLowerCase().replaceAll('_', ' ');
      return { ok: false, problem: `line ${lines.linePos(error.pos[0]).line + 1}: ${reason}` };
    }
    const root = document.contents;
    if (isEmpty(root)) return { ok: true, document, data: {} };
    if (!isMap(root)) return { ok: false, problem: 'it is not a mapping of keys to values' };
    return { ok: true, document, data: plainMap(root, 0) };
  } catch (error) {
    return { ok: false, problem: error instanceof Unreadable ? error.message : 'it is nested too deeply' };
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
  return Object.fromEntries(
    map.items.map((pair) => {
      if (!isPair(pair)) throw new Unreadable('a key is missing');
      if (isScalar(pair.key)) refuseMarks(pair.key, depth);
      const key = keyText(pair.key);
      if (key === null) throw new Unreadable('a key is not plain text');
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
