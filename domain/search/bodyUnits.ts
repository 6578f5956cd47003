import { readBlocks } from '../text/blocks.ts';
import { type Heading, headingsOf } from '../text/headings.ts';
import { lineStarts } from '../text/lines.ts';
import { utf8Length } from '../text/utf8Length.ts';
import { lineBreaks } from './lineBreaks.ts';

/** What a passage is put together from: a line, a part of a long one, a heading or a whole fence. */
export interface BodyUnit {
  readonly start: number;
  readonly end: number;
  /** Bytes of UTF-8. */
  readonly bytes: number;
  /** The heading that the unit is, if it is one outside of quotes and lists. */
  readonly heading: Heading | undefined;
  /** Whether a block of the body's top level begins here. */
  readonly opensBlock: boolean;
}

/** A body's units, in order and without gaps. A line longer than `most` bytes is cut, see `lineBreaks`. */
export function bodyUnits(body: string, most: number, enough: number): BodyUnit[] {
  const { tokens, ...blocks } = readBlocks(body, 0);
  const headings = new Map(
    headingsOf({ tokens, ...blocks }, body.length).map((heading) => [heading.start, heading]),
  );
  const blockLines = new Set(tokens.flatMap(({ level, map }) => (level === 0 && map ? [map[0]] : [])));
  const wholes = new Map<number, number>();
  for (const { type, map } of tokens)
    if (map && (type === 'fence' || type === 'heading_open')) wholes.set(map[0], map[1]);
  const starts = lineStarts(body);
  const units: BodyUnit[] = [];
  for (let line = 0; line < starts.length; ) {
    const start = starts[line] ?? body.length;
    const whole = wholes.get(line);
    const next = Math.max(whole ?? 0, line + 1);
    const text = body.slice(start, starts[next] ?? body.length);
    const pieces: readonly [number, number][] =
      whole === undefined ? lineBreaks(text, most, enough) : [[0, text.length]];
    for (const [from, to] of pieces) {
      if (to === from) continue;
      units.push({
        start: start + from,
        end: start + to,
        bytes: utf8Length(text.slice(from, to)),
        heading: headings.get(start),
        opensBlock: from === 0 && blockLines.has(line),
      });
    }
    line = next;
  }
  return units;
}
