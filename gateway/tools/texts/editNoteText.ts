import type { Answer } from '../answer.ts';
import { fence, lines, quoteShort, warningLines } from '../results.ts';

const diffLines = 24;
const diffCharacters = 1_500;

const shortDiff = (diff: string): string => {
  const rows = diff.split('\n');
  let size = 0;
  const shown = rows.slice(0, diffLines).filter((row) => {
    size += row.length;
    return size <= diffCharacters;
  });
  const left = rows.length - shown.length;
  return left === 0 ? diff : `${shown.join('\n')}\n(${left} more lines in the structured answer)`;
};

export const editNoteText = (edit: Answer<'editNote'>): string => {
  const head = `${quoteShort(edit.title)} ${edit.noteId}`;
  const done =
    edit.outcome === 'unchanged'
      ? `Unchanged ${head}, versionToken ${edit.versionToken}.`
      : `Edited ${head}, +${edit.added} −${edit.removed} characters, revision ${edit.revision ?? 'none'}, versionToken ${edit.versionToken} (was ${edit.previousVersionToken}).`;
  return lines(
    edit.replayed ? `${done} This is the answer of the first call.` : done,
    warningLines(edit.warnings),
    edit.diff === null || edit.diff === '' ? undefined : fence(shortDiff(edit.diff), 'Diff'),
  );
};
