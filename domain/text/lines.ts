/** Offsets at which the lines of `text` start, the first at `from`. A line ends with LF, CRLF or CR. */
export function lineStarts(text: string, from = 0): number[] {
  const starts = [from];
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}

/** Line of an offset, counted from 1, found in what `lineStarts` gave. */
export function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Text of the line (counted from 1) without its line ending; '' where there is no such line. */
export function lineText(text: string, starts: readonly number[], line: number): string {
  const start = starts[line - 1];
  if (start === undefined) return '';
  return text.slice(start, starts[line] ?? text.length).replace(/\r?\n$|\r$/, '');
}
