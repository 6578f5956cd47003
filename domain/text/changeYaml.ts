import { isAlias, isCollection, isMap, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { type LineEnding, withEnding } from './lineEndings.ts';
import { keyText, readYaml, type YamlDocument } from './yaml.ts';
import { flowItem, keyFor, valueText } from './yamlText.ts';

/** A mapping's text with the named keys set, or deleted where undefined; all else byte for byte as it was. */
export function changeYaml(
  yaml: string,
  changes: Readonly<Record<string, unknown>>,
  ending: LineEnding,
): string {
  let text = yaml;
  for (const [key, value] of Object.entries(changes)) text = changeKey(text, key, value, ending);
  return text;
}

function changeKey(yaml: string, key: string, value: unknown, ending: LineEnding): string {
  const before = readYaml(yaml);
  if (!before.ok) return yaml;
  const wanted = expected(before.data, key, value);
  if (same(before.data, wanted)) return yaml;
  const spliced = splice(yaml, before.document, key, value, ending);
  if (spliced !== null && holds(spliced, wanted)) return spliced;
  return rewrite(before.document, wanted, key, value, ending);
}

function expected(
  data: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
): Record<string, unknown> {
  const entries = Object.entries(data).filter(([name]) => name !== key || value !== undefined);
  const changed = entries.map(([name, old]) => [name, name === key ? value : old] as const);
  if (value !== undefined && !Object.hasOwn(data, key)) changed.push([key, value]);
  return Object.fromEntries(changed);
}

function holds(yaml: string, wanted: Readonly<Record<string, unknown>>): boolean {
  const reading = readYaml(yaml);
  return reading.ok && same(reading.data, wanted);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Null where the key cannot be changed by itself: a flow mapping, or a key in the long form. */
function splice(
  yaml: string,
  document: YamlDocument,
  key: string,
  value: unknown,
  ending: LineEnding,
): string | null {
  const root = document.contents;
  if (!isMap(root)) return endLine(yaml, ending) + keyFor(key) + valueText(value, ending, '') + ending;
  if (root.flow === true) return null;
  const pair = root.items.find((item) => keyText(item.key) === key);
  if (pair === undefined) {
    const indent = ' '.repeat(columnOf(yaml, startOf(root)));
    return endLine(yaml, ending) + indent + keyFor(key) + valueText(value, ending, indent) + ending;
  }
  return splicePair(yaml, pair, value, ending);
}

function splicePair(yaml: string, pair: Pair, value: unknown, ending: LineEnding): string | null {
  const keyEnd = isScalar(pair.key) ? (pair.key.range?.[1] ?? -1) : -1;
  const keyStart = startOf(pair.key);
  const lineStart = yaml.lastIndexOf('\n', keyStart - 1) + 1;
  const indent = yaml.slice(lineStart, keyStart);
  if (keyEnd < 0 || indent.trim() !== '') return null;
  const colon = yaml.indexOf(':', keyEnd);
  const end = Math.max(colon + 1, endOf(yaml, pair.value));
  if (value === undefined) return yaml.slice(0, lineStart) + yaml.slice(lineEnd(yaml, end));
  const grown = isSeq(pair.value) && Array.isArray(value) ? grow(yaml, pair.value, value, ending) : null;
  if (grown !== null) return grown;
  return yaml.slice(0, colon + 1) + valueText(value, ending, indent, pair.value) + yaml.slice(end);
}

/** The list with items added behind its last one, in the form of the others; null where it does not merely grow. */
function grow(yaml: string, list: YAMLSeq, value: readonly unknown[], ending: LineEnding): string | null {
  const old: unknown[] = list.items.map((item) => (isScalar(item) ? item.value : undefined));
  const added = value.slice(old.length);
  if (old.length === 0 || added.length === 0 || !same(old, value.slice(0, old.length))) return null;
  const last = list.items.at(-1);
  const end = endOf(yaml, last);
  if (list.flow === true) {
    return yaml.slice(0, end) + added.map((item) => `, ${flowItem(item)}`).join('') + yaml.slice(end);
  }
  const start = startOf(last);
  const dash = yaml.slice(yaml.lastIndexOf('\n', start - 1) + 1, start);
  if (!/^ *- +$/.test(dash)) return null;
  const at = lineEnd(yaml, end);
  const lines = added.map((item) => `${dash}${flowItem(item)}${ending}`).join('');
  return endLine(yaml.slice(0, at), ending) + lines + yaml.slice(at);
}

/** The last way: the document printed anew, comments and order kept, bytes not. */
function rewrite(
  document: YamlDocument,
  wanted: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
  ending: LineEnding,
): string {
  if (value === undefined) {
    const root: YAMLMap | null = isMap(document.contents) ? document.contents : null;
    if (root !== null) root.items = root.items.filter((item) => keyText(item.key) !== key);
  } else document.set(key, document.createNode(value));
  const text = document.toString({ lineWidth: 0 });
  if (holds(text, wanted)) return withEnding(text, ending);
  const lines = Object.entries(wanted).map(
    ([name, item]) => `${JSON.stringify(name)}: ${JSON.stringify(item)}`,
  );
  return lines.map((line) => line + ending).join('');
}

function endLine(yaml: string, ending: LineEnding): string {
  return yaml === '' || yaml.endsWith('\n') ? yaml : yaml + ending;
}

/** Behind the end of the line in which `at` stands. */
function lineEnd(yaml: string, at: number): number {
  const newline = yaml.indexOf('\n', at);
  return newline === -1 ? yaml.length : newline + 1;
}

function columnOf(yaml: string, at: number): number {
  return at - (yaml.lastIndexOf('\n', at - 1) + 1);
}

function startOf(node: unknown): number {
  if (isMap(node) && node.flow !== true && node.items[0] !== undefined) return startOf(node.items[0].key);
  return isScalar(node) || isCollection(node) || isAlias(node) ? (node.range?.[0] ?? 0) : 0;
}

/** Behind the last character of a value; comments below a nested block are not part of it. */
function endOf(yaml: string, node: unknown): number {
  if (isCollection(node) && node.flow !== true) {
    const last: unknown = node.items.at(-1);
    if (isMap(node)) {
      const pair = node.items.at(-1);
      const colon = pair === undefined ? 0 : yaml.indexOf(':', endOf(yaml, pair.key)) + 1;
      return Math.max(colon, endOf(yaml, pair?.value));
    }
    return endOf(yaml, last);
  }
  if (!isScalar(node) && !isCollection(node)) return 0;
  const end = node.range?.[1] ?? 0;
  return yaml.slice(0, end).trimEnd().length;
}
