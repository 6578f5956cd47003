import { bodyUnits } from './bodyUnits.ts';

/** A stretch of a body that can stand by itself. Offsets in UTF-16 units; `body.slice(start, end)` is its text. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** The headings it stands under, the outermost first; those that it holds are not among them. */
  readonly headings: readonly string[];
}

/**
 * Bytes of UTF-8, which tell tokens in every script better than words do: about 40 to 65 words of English. Larger
 * passages waste a pack's budget on what stands beside the answer, smaller ones lose what gives it away.
 */
const enoughBytes = 240;
const mostBytes = 400;

/**
 * A body cut into passages that cover it in order. A heading begins one, unless only headings stand before it; inside
 * a section a passage ends at a block or a line, in a long line at a sentence, a word or a grapheme. None is longer
 * than 400 bytes, but for a heading or a fence that is: these are never cut.
 */
export function passagesOf(body: string): Passage[] {
  const passages: Passage[] = [];
  const path: { level: number; title: string }[] = [];
  const titles = () => path.map(({ title }) => title);
  let open = { start: 0, bytes: 0, headings: titles(), hasText: false };
  const closeAt = (end: number) => {
    if (end > open.start) passages.push({ start: open.start, end, headings: open.headings });
    open = { start: end, bytes: 0, headings: titles(), hasText: false };
  };
  for (const { start, end, bytes, heading, opensBlock } of bodyUnits(body, mostBytes, enoughBytes)) {
    const isFull = open.bytes + bytes > mostBytes || (opensBlock && open.bytes >= enoughBytes);
    if (heading ? open.hasText : open.bytes > 0 && isFull) closeAt(start);
    if (heading) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
      if (!open.hasText && open.bytes === 0) open.headings = titles();
      path.push(heading);
    } else if (body.slice(start, end).trim() !== '') open.hasText = true;
    open.bytes += bytes;
  }
  closeAt(body.length);
  return passages;
}
