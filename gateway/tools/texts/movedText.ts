import type { Answer } from '../answer.ts';
import { firstRows, lines, quote, quoteShort, warningLines } from '../results.ts';

type Moved = Answer<'moveNotes'>;

const words = { moved: 'Moved', renamed: 'Renamed', unchanged: 'Unchanged' } as const;

const way = ({ from, to }: Pick<Moved, 'from' | 'to'>, show = quote): string =>
  from === to ? show(to) : `${show(from)} -> ${show(to)}`;

/** One line of what became of it; a list of notes has a line for each of the first 20. */
export const movedText = (moved: Moved): string => {
  const { outcome, noteId, notes, versionToken, revision, results } = moved;
  const facts = [
    noteId ?? (notes === 1 ? '1 note' : `${notes} notes`),
    versionToken && `versionToken ${versionToken}`,
    revision && `revision ${revision}`,
  ].filter(Boolean);
  return lines(
    `${words[outcome]} ${way(moved)}, ${facts.join(', ')}.`,
    firstRows(
      results ?? [],
      (note) => `${note.outcome} ${way(note, quoteShort)} ${note.noteId} ${note.versionToken}`,
    ),
    warningLines(moved.warnings ?? []),
  );
};
