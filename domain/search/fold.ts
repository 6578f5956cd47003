const cluster =
  /[a-z]\p{M}+|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|[\uff66-\uff9d][\uff9e\uff9f]|[^\0-\x7f]\p{M}*/giu;
const nonAscii = /[^\0-\x7f]/;
const invisible = /^(?:[\u00ad\u200b-\u200f\u2060\ufeff]|\p{Variation_Selector})/u;
const accentedScript = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** Letters that readers take for an accented letter although Unicode does not decompose them, and the one apostrophe. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ħ', 'h'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u02bc', "'"],
]);

const cache = new Map<string, string>();
const cacheLimit = 20_000;

function foldCluster(text: string): string {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const folded = computeCluster(text);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(text, folded);
  return folded;
}

function computeCluster(text: string): string {
  if (invisible.test(text)) return '';
  const simple = lookalikes.get(text) ?? lookalikes.get(text.toLowerCase());
  if (simple !== undefined) return simple;
  const decomposed = text.normalize('NFKD');
  if (!accentedScript.test(decomposed)) return caseFold(text.normalize('NFKC'));
  return [...caseFold(decomposed.replace(/\p{M}+/gu, ''))].map((c) => lookalikes.get(c) ?? c).join('');
}

/** Full case folding as far as JavaScript offers it: through capitals, so that ß is ss and both sigmas are one. */
function caseFold(text: string): string {
  let folded = '';
  for (const c of text)
    folded += c
      .toUpperCase()
      .toLowerCase()
      .replace(/\u0307/g, '');
  return folded;
}

/**
 * A text as the search compares it: NFKC, case folded, accents of Latin, Greek and Cyrillic letters gone,
 * invisible format characters gone. `starts[i]` and `ends[i]` tell which part of the text, in UTF-16 units,
 * the unit `i` of `folded` came from; both are absent where the two line up unit by unit.
 */
export interface FoldedText {
  readonly folded: string;
  readonly starts?: Int32Array;
  readonly ends?: Int32Array;
}

/** The folded text alone; see `foldText` for what folding means. */
export function fold(text: string): string {
  if (!nonAscii.test(text)) return text.toLowerCase();
  return text.replace(cluster, foldCluster).toLowerCase();
}

/** Folds a text and keeps the way back to its offsets. Source: spec/search.md Analysis. */
export function foldText(text: string): FoldedText {
  if (!nonAscii.test(text)) return { folded: text.toLowerCase() };
  let aligned = true;
  const raw = text.replace(cluster, (match) => {
    const folded = foldCluster(match);
    if (folded.length !== match.length) aligned = false;
    return folded;
  });
  const folded = raw.toLowerCase();
  return aligned ? { folded } : { folded, ...offsets(text, folded.length) };
}

function offsets(text: string, length: number): { starts: Int32Array; ends: Int32Array } {
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  let to = 0;
  let from = 0;
  const copyUntil = (end: number) => {
    for (; from < end; from += 1, to += 1) {
      starts[to] = from;
      ends[to] = from + 1;
    }
  };
  for (const match of text.matchAll(cluster)) {
    copyUntil(match.index);
    from = match.index + match[0].length;
    const size = foldCluster(match[0]).length;
    if (size === 0 && to > 0) ends[to - 1] = from;
    for (let i = 0; i < size; i += 1, to += 1) {
      starts[to] = match.index;
      ends[to] = from;
    }
  }
  copyUntil(text.length);
  return { starts, ends };
}
