import type { Blocks } from './blocks.ts';

export interface Heading {
  /** 1 to 6. */
  level: number;
  /** The heading's text as written, on one line, without its marks. */
  title: string;
  /** Line in the source, counted from 1. */
  line: number;
  /** Offset at which the heading's line starts. */
  start: number;
  /** Offset of the next heading of the same or a higher level, or the source's length. */
  end: number;
  /** Offset behind the heading's own lines. */
  contentStart: number;
}

/** The headings of a body that has been read, in order. Those inside quotes and lists are none. */
export function headingsOf(blocks: Blocks, sourceLength: number): Heading[] {
  const headings: Heading[] = [];
  blocks.tokens.forEach((token, index) => {
    if (token.type !== 'heading_open' || token.level !== 0 || token.map === null) return;
    const [from, to] = token.map;
    headings.push({
      level: Number(token.tag.slice(1)),
      title: (blocks.tokens[index + 1]?.content ?? '').replace(/\s+/g, ' ').trim(),
      line: blocks.firstLine + from,
      start: blocks.lineStart(from),
      end: sourceLength,
      contentStart: blocks.lineStart(to),
    });
  });
  return closed(headings);
}

function closed(headings: Heading[]): Heading[] {
  const open: Heading[] = [];
  for (const heading of headings) {
    for (let last = open.at(-1); last !== undefined && last.level >= heading.level; last = open.at(-1)) {
      last.end = heading.start;
      open.pop();
    }
    open.push(heading);
  }
  return headings;
}
