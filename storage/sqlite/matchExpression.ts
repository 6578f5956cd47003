import type { QueryGroup } from '../../domain/search/query.ts';

/** Hangul words carry their particles: a word of two syllables or more also matches what it begins. */
const hangulWord = /^[\p{Script=Hangul}]{2,}$/u;

/** FTS5's own syntax from terms. A term reaches it only inside quotes, without any quote of its own. */
function phrase(terms: readonly string[]): string {
  const text = `"${terms.join(' ').replaceAll(/["\0]/g, ' ')}"`;
  return hangulWord.test(terms.at(-1) ?? '') ? `${text} *` : text;
}

export function anyOf(expressions: readonly string[]): string {
  const distinct = [...new Set(expressions)];
  return distinct.length === 1 ? distinct.join('') : `(${distinct.join(' OR ')})`;
}

export function allOf(expressions: readonly string[]): string {
  const distinct = [...new Set(expressions)];
  return distinct.length === 1 ? distinct.join('') : `(${distinct.join(' AND ')})`;
}

export function groupExpression(group: QueryGroup): string {
  return anyOf(group.alternatives.map(phrase));
}

/** Matches notes whose title as a whole is one of these terms (`wholeTerm`). */
export function titleExpression(titles: readonly string[]): string {
  return `(title : ${anyOf(titles.map((title) => phrase([title])))})`;
}

/** Matches where `expression` does, outside the body. */
export function outsideBody(expression: string): string {
  return `({title aliases tags headings} : ${expression})`;
}

export function butNot(expression: string, excluded: string): string {
  return `(${expression} NOT ${excluded})`;
}
