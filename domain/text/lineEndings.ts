export type LineEnding = '\n' | '\r\n';

/** The line ending that the text uses most; null where it has none. */
export function dominantEnding(text: string): LineEnding | null {
  let lf = 0;
  let crlf = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text[at - 1] === '\r') crlf += 1;
    else lf += 1;
  }
  if (lf + crlf === 0) return null;
  return crlf > lf ? '\r\n' : '\n';
}

/** The text with every LF and CRLF written as `ending`; as it is where `ending` is null. */
export function withEnding(text: string, ending: LineEnding | null): string {
  if (ending === null || !text.includes('\n')) return text;
  return text.replace(/\r?\n/g, () => ending);
}
