import { graphemeEnd, graphemeStart } from './graphemes.ts';
import type { Stretch } from './recallContext.ts';

/**
 * At most about `most` UTF-16 units of a stretch from `from` on, which is inside of it; its end where less is left.
 * Begins at a line where one begins near, and never cuts a grapheme.
 */
export function cutStretch(body: string, stretch: Stretch, from: number, most: number): Stretch {
  if (stretch.end - stretch.start <= most) return stretch;
  const latest = Math.max(stretch.start, Math.min(from, stretch.end - most));
  const line = body.lastIndexOf('\n', latest - 1) + 1;
  const near = line > stretch.start && latest - line <= most / 4 ? line : latest;
  const start = near === stretch.start ? near : graphemeEnd(body, near, stretch.end);
  const end = start + most >= stretch.end ? stretch.end : graphemeStart(body, start + most, start);
  return { ...stretch, start, end: Math.max(end, start) };
}
