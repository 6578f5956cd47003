import { utf8Length } from '../text/utf8Length.ts';
import { graphemeStart } from './graphemes.ts';

const sentenceEnd = /[.!?]["')\]]*\s+|[。！？]/g;

/**
 * Cuts a text into pieces of at most `most` bytes of UTF-8, given as [start, end]: behind a sentence where the piece
 * then has `enough`, else behind a space, else between graphemes. A grapheme longer than `most` is cut.
 */
export function lineBreaks(text: string, most: number, enough: number): [number, number][] {
  const pieces: [number, number][] = [];
  let start = 0;
  while (start < text.length) {
    const limit = unitsWithin(text, start, most);
    const end = limit >= text.length ? text.length : breakIn(text, start, limit, enough);
    pieces.push([start, end]);
    start = end;
  }
  return pieces;
}

function breakIn(text: string, start: number, limit: number, enough: number): number {
  const piece = text.slice(start, limit);
  const ends = [...piece.matchAll(sentenceEnd)].map((match) => match.index + match[0].length);
  const sentence = ends.findLast((end) => utf8Length(piece.slice(0, end)) >= enough);
  if (sentence !== undefined) return start + sentence;
  const space = /\s(?=\S*$)/.exec(piece);
  if (space && space.index > 0) return start + space.index + 1;
  const grapheme = graphemeStart(text, limit, start);
  return grapheme > start ? grapheme : limit;
}

/** The end of the longest slice from `start` of at most `most` bytes, whole characters only, at least one. */
function unitsWithin(text: string, start: number, most: number): number {
  let bytes = 0;
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > most && at > start) return at;
    at += code < 0x10000 ? 1 : 2;
  }
  return at;
}
