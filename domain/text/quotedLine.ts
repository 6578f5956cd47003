// Format characters (bidi, zero-width, tags), separators and controls; then what draws nothing without being one.
const unseen =
  /[\p{Cf}\p{Zl}\p{Zp}\p{Cc}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|[\u{e0100}-\u{e01ef}]/gu;

/** The text with each character that cannot be seen written as its code point. */
export const escapeUnseen = (text: string): string =>
  text.replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** First `length` UTF-16 units of a text, whole characters only, with `…` where something was cut. */
export const cut = (text: string, length: number): string => {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return `${text.slice(0, end)}…`;
};

/** Any stored string as one JSON-quoted line: bidi, zero-width, tag and control characters escaped. */
export const quotedLine = (text: string): string => escapeUnseen(JSON.stringify(text));
