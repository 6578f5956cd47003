const pieces = /[a-z]+|\d{1,3}|[\s\S]/gu;
/** Those that make pairs which are no tokens. */
const rareLetters = /[jkqxz]/g;

/**
 * Tokens (o200k_base) that a text has at most, found out without the tokenizer's tables: its bytes, but two for three
 * small letters in a row, since most pairs of them are tokens, and one for three digits. Three to four times too many for
 * prose: for texts that are far from their bound.
 */
export function tokensAtMost(text: string): number {
  let sum = 0;
  for (const [piece] of text.matchAll(pieces)) sum += mostOf(piece);
  return Math.ceil(sum);
}

function mostOf(piece: string): number {
  const code = piece.codePointAt(0) ?? 0;
  if (code >= 0x10000) return 4;
  if (code >= 0x800) return 3;
  if (code >= 0x80) return 2;
  if (!/^[a-z]/.test(piece)) return 1;
  return 0.5 + (2 * piece.length + (piece.match(rareLetters)?.length ?? 0)) / 3;
}
