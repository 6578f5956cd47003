import { fold } from './fold.ts';

const titleLimit = 300;

/** A scalar of the frontmatter as text without control characters and lone surrogates; null where it says nothing. */
export function cleanText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const text = String(value)
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/(?![\t\n\r])\p{Cc}/gu, ' ')
    .trim();
  return text === '' ? null : text;
}

/** A title on one line, at most 300 code points; a cut adds a warning. */
export function cleanTitle(text: string, warnings: string[]): string {
  const line = oneLine(text);
  if (line.length <= titleLimit) return line;
  const points = [...line];
  if (points.length <= titleLimit) return line;
  warnings.push(`The title has ${points.length} characters; the first ${titleLimit} count.`);
  return points.slice(0, titleLimit).join('').trimEnd();
}

/** A list, or a single value, as different texts on one line each. Equal by folding is equal; the first one stays. */
export function cleanList(value: unknown): string[] {
  return distinct(listed(value).map(oneLine));
}

/** Like cleanList, with 'a, b' split at commas (in an item of a list too) and a leading '#' dropped. */
export function readTags(value: unknown): string[] {
  const parts = listed(value).flatMap((item) => item.split(','));
  return distinct(parts.map((part) => oneLine(part).replace(/^#+/, '').trim()));
}

function listed(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => cleanText(item) ?? []);
}

function distinct(texts: string[]): string[] {
  const byKey = new Map<string, string>();
  for (const text of texts) {
    const key = fold(text);
    if (text !== '' && !byKey.has(key)) byKey.set(key, text);
  }
  return [...byKey.values()];
}

function oneLine(text: string): string {
  return (cleanText(text) ?? '').replace(/\s+/g, ' ');
}
