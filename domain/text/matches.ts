/** A place in a source; offsets in UTF-16 units, `end` behind the last one. */
export interface Span {
  start: number;
  end: number;
}

export interface Matches {
  /** The first ones, in order. */
  spans: Span[];
  /** All of them, overlaps included. */
  total: number;
}

const listed = 101;

/**
 * Where `find` occurs in the source, overlaps counted. LF and CRLF match each other, and so does canonically
 * equivalent text; half of a composed character matches nothing. Source: Unicode, Canonical Equivalence.
 */
export function findMatches(source: string, find: string): Matches {
  const wanted = find.replaceAll('\r\n', '\n');
  const plain = unit(source, find);
  if (isComposed(source) && isComposed(find)) return search(plain, wanted, source);
  const exact = search(plain, wanted, source);
  const equivalent = search(decompose(plain), wanted.normalize('NFD'), source);
  const byStart = new Map([...exact.spans, ...equivalent.spans].map((span) => [span.start, span]));
  const spans = [...byStart.values()].sort((a, b) => a.start - b.start).slice(0, listed);
  return { spans, total: Math.max(exact.total, equivalent.total, spans.length) };
}

/** A text in which each unit knows its place in the source: `at(i)` is null inside a character of the source. */
interface Mapped {
  text: string;
  at(index: number): number | null;
}

function isComposed(text: string): boolean {
  return text.normalize('NFC') === text;
}

/** The source with LF for CRLF; as it is where neither side has a CR. */
function unit(source: string, find: string): Mapped {
  if (!source.includes('\r\n')) return { text: source, at: (index) => index };
  if (!find.includes('\n') && !find.includes('\r')) return { text: source, at: (index) => index };
  const text = source.replaceAll('\r\n', '\n');
  const places = new Uint32Array(text.length + 1);
  for (let index = 0, from = 0; index <= text.length; index += 1, from += 1) {
    places[index] = from;
    if (source[from] === '\r' && source[from + 1] === '\n') from += 1;
  }
  return { text, at: (index) => places[index] ?? null };
}

function decompose(plain: Mapped): Mapped {
  const places = new Map<number, number>();
  let text = '';
  for (const cluster of plain.text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const place = plain.at(cluster.index);
    if (place !== null) places.set(text.length, place);
    text += cluster[0].normalize('NFD');
  }
  const end = plain.at(plain.text.length);
  if (end !== null) places.set(text.length, end);
  return { text, at: (index) => places.get(index) ?? null };
}

function search(mapped: Mapped, wanted: string, source: string): Matches {
  const spans: Span[] = [];
  let total = 0;
  for (let at = mapped.text.indexOf(wanted); at !== -1; at = mapped.text.indexOf(wanted, at + 1)) {
    const start = mapped.at(at);
    const end = mapped.at(at + wanted.length);
    if (start === null || end === null || splits(source, start) || splits(source, end)) continue;
    total += 1;
    if (spans.length < listed) spans.push({ start, end });
  }
  return { spans, total };
}

/**
 * Whether a cut at `at` would split a character: a surrogate pair, or one that composes with what stands before it.
 */
function splits(source: string, at: number): boolean {
  if (isLow(source.charCodeAt(at)) && isHigh(source.charCodeAt(at - 1))) return true;
  const next = source.codePointAt(at);
  if (next === undefined || next < 0x300 || at === 0) return false;
  const before = source.slice(Math.max(0, at - 4), at).normalize('NFC');
  const joined = before + String.fromCodePoint(next);
  return joined.normalize('NFC') !== before + String.fromCodePoint(next).normalize('NFC');
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
