import { readBlocks } from './blocks.ts';
import { type Heading, headingsOf } from './headings.ts';
import { parseSource } from './source.ts';

export { findSection } from './findSection.ts';
export type { Heading } from './headings.ts';

/** The headings of a source by CommonMark: ATX and setext, never inside fences, HTML, tables, lists or quotes. */
export function outline(source: string): Heading[] {
  return headingsOf(readBlocks(source, parseSource(source).bodyStart), source.length);
}
