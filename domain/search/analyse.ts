import { classAt, digit, gap, letter, single } from './characters.ts';
import { fold, foldText } from './fold.ts';
import type { Language } from './language.ts';
import { stem } from './stem.ts';

export type { Language } from './language.ts';

/** A term of the index and the part of the text, in UTF-16 units, that it stands for. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** Longer terms (encoded data, mostly) are cut: both sides are, so they are still found. */
const longestTerm = 100;

/** `+`, `#` and `.` as private-use letters: no user's text holds them as terms, and the index takes them for letters. */
const symbols = { plus: '\ue02b', hash: '\ue023', dot: '\ue02e', join: '\ue05f' };

type Emit = (term: string, start: number, end: number) => void;

/**
 * Calls `emit` for each term of a folded text, in order. A compound gives its parts in sequence; beside them
 * `c++` and `c#` give the word with its signs, `.net` the word with its dot, `sha256` its number.
 */
function eachTerm(folded: string, language: Language, emit: Emit): void {
  let at = 0;
  while (at < folded.length) {
    const unit = folded.charCodeAt(at);
    const size = unit >= 0xd800 && unit <= 0xdbff ? 2 : 1;
    const kind = classAt(folded, at);
    if (kind === gap) {
      at += size;
    } else if (kind === single) {
      emit(folded.slice(at, at + size), at, at + size);
      at += size;
    } else {
      at = wordAt(folded, at, language, emit);
    }
  }
}

/** Emits the terms of the word that starts at `start` and returns where to go on. */
function wordAt(folded: string, start: number, language: Language, emit: Emit): number {
  let end = start;
  let lettersOnly = true;
  let numberAt = -1;
  for (;;) {
    const unit = folded.charCodeAt(end);
    const asciiLetter = unit >= 97 && unit <= 122;
    const kind = asciiLetter ? letter : classAt(folded, end);
    if (kind !== letter && kind !== digit) break;
    if (kind === digit) {
      if (lettersOnly && end > start) numberAt = end;
      lettersOnly = false;
    } else if (!lettersOnly) {
      numberAt = -1;
    }
    end += unit >= 0xd800 && unit <= 0xdbff ? 2 : 1;
  }
  const word = folded.slice(start, Math.min(end, start + longestTerm));
  if (word === 's' && isPossessive(folded, start)) return end;
  if (lettersOnly && isLeadingDot(folded, start)) emit(symbols.dot + word, start - 1, end);
  emit(stem(word, language), start, end);
  if (numberAt > 0) emit(folded.slice(numberAt, Math.min(end, numberAt + longestTerm)), numberAt, end);
  return lettersOnly ? signsAt(folded, start, end, word, emit) : end;
}

function isPossessive(folded: string, start: number): boolean {
  return folded[start - 1] === "'" && classAt(folded, start - 2) === letter;
}

function isLeadingDot(folded: string, start: number): boolean {
  if (folded[start - 1] !== '.') return false;
  return folded[start - 2] !== '.' && classAt(folded, start - 2) === gap;
}

/** `c++`, `c++11`, `c#`, but not `a+b`, `page#part` or `a ++`. */
function signsAt(folded: string, start: number, end: number, word: string, emit: Emit): number {
  const sign = folded[end];
  if (sign !== '+' && sign !== '#') return end;
  const double = sign === '+' && folded[end + 1] === '+';
  const after = end + (double ? 2 : 1);
  if (folded[after] === sign || (!double && classAt(folded, after) !== gap)) return end;
  const signs = sign === '#' ? symbols.hash : symbols.plus.repeat(double ? 2 : 1);
  emit(word + signs, start, after);
  return after;
}

/** The terms of a text joined by spaces, ready for the index. Source: spec/search.md Analysis. */
export function analyse(text: string, language: Language): string {
  let terms = '';
  eachTerm(fold(text), language, (term) => {
    terms += terms === '' ? term : ` ${term}`;
  });
  return terms;
}

/** The terms that `analyse` gives, with their offsets in `text`. */
export function tokens(text: string, language: Language): Token[] {
  const { folded, starts, ends } = foldText(text);
  const found: Token[] = [];
  eachTerm(folded, language, (term, start, end) => {
    found.push({ term, start: starts?.[start] ?? start, end: ends?.[end - 1] ?? end });
  });
  return found;
}

/** One term that stands for a whole analysed text, so that an exact title is found by a single look-up. */
export function wholeTerm(analysed: string): string {
  return symbols.join + analysed.replaceAll(' ', symbols.join);
}
