/** User text as one JSON-quoted piece of a message, cut after `limit` code points. */
export function quote(text: string, limit = 80): string {
  const start = [...text.slice(0, limit * 2 + 2)].slice(0, limit).join('');
  return JSON.stringify(start.length < text.length ? `${start}…` : start);
}

/** The text with each half of a surrogate pair, as a cut leaves it, shown as U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}

/** Whether a text has no half of a surrogate pair, so that UTF-8 can hold it. */
export const isWellFormed = (text: string): boolean => !/\p{Cs}/u.test(text);
