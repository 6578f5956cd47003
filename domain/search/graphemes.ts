let shared: Intl.Segmenter | undefined;

function boundaries(): Intl.Segmenter {
  shared ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return shared;
}

/** More than any sane grapheme: where to begin looking for a boundary. */
const reach = 64;
const simple = /^[\x20-\x7e]{2}$/;

/** The start of the grapheme that holds `at`, or `at` where it is a boundary; not before `floor`. */
export function graphemeStart(text: string, at: number, floor: number): number {
  return boundaryAround(text, at)?.start ?? Math.max(at, floor);
}

/** The end of the grapheme that holds `at`, or `at` where it is a boundary; not beyond `ceiling`. */
export function graphemeEnd(text: string, at: number, ceiling: number): number {
  return Math.min(boundaryAround(text, at)?.end ?? at, ceiling);
}

/** The grapheme that `at` would cut, if it would. */
function boundaryAround(text: string, at: number): { start: number; end: number } | undefined {
  if (at <= 0 || at >= text.length || simple.test(text.slice(at - 1, at + 1))) return undefined;
  const from = Math.max(0, at - reach);
  const grapheme = boundaries()
    .segment(text.slice(from, at + reach))
    .containing(at - from);
  if (!grapheme || from + grapheme.index === at) return undefined;
  return { start: from + grapheme.index, end: from + grapheme.index + grapheme.segment.length };
}
