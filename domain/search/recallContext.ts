import { inFence } from '../text/inFence.ts';
import { cut, quotedLine } from '../text/quotedLine.ts';

/** A stretch of a note in a pack; offsets in its content. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly headings: readonly string[];
}

/** A note of a pack, with what is taken from it. */
export interface Entry<S extends Stretch = Stretch> {
  readonly title: string;
  readonly body: string;
  /** Why it is there, in words of ours around quoted ones; '' for a match. */
  readonly reason: string;
  /** In the order of the note. */
  readonly stretches: readonly S[];
}

/** The line above the first stretch of an entry, or above a later one, whose note has been named. */
export function headLine(
  number: number,
  { title, reason }: Pick<Entry, 'title' | 'reason'>,
  { start, headings }: Stretch,
  isFirst: boolean,
): string {
  const why = reason === '' ? '' : ` (${reason})`;
  const name = isFirst ? ` ${quotedLine(cut(title, 80))}${why}` : '';
  const under = headings.length === 0 ? '' : ` ${quotedLine(cut(headings.join(' > '), 80))}`;
  return `[${number}]${name} @${start}${under}:`;
}

/** The pack as Markdown: note text alone is inside the fences, everything outside is quoted or ours. */
export function recallContext(entries: readonly Entry[]): string {
  return entries
    .flatMap((entry, index) =>
      joined(entry.stretches).map((stretch, at) => {
        const { text, start } = trimmed(entry.body, stretch);
        return `${headLine(index + 1, entry, { ...stretch, start }, at === 0)}\n${inFence(text)}`;
      }),
    )
    .join('\n');
}

/** Where a stretch begins once blank lines around it are left away, and its text. */
export function trimmed(body: string, { start, end }: Stretch): { start: number; text: string } {
  const text = body.slice(start, end);
  const lead = /^(?:[ \t]*[\r\n]+)*/.exec(text)?.[0].length ?? 0;
  return { start: start + lead, text: text.slice(lead).trimEnd() };
}

/** Stretches that follow each other are one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const stretch of stretches) {
    const last = found.at(-1);
    if (last?.end === stretch.start) found[found.length - 1] = { ...last, end: stretch.end };
    else found.push(stretch);
  }
  return found;
}
