import type { Answer } from '../answer.ts';
import { fence, firstRows, line, lines, quoteShort } from '../results.ts';
import { cutTokens, roughTokens } from '../roughTokens.ts';

/** What an edit may cost, with some left for what `roughTokens` guesses too low. Source: spec/tools.md. */
const editTokens = 260;
const leastDiffTokens = 40;
const diffLines = 24;
const mostWarnings = 5;

/** The first lines of a diff that cost about `room` tokens, the last of them cut where it is long. */
const shortDiff = (diff: string, room: number): string => {
  const rows = diff.split('\n');
  const shown: string[] = [];
  let left = room;
  for (const row of rows.slice(0, diffLines)) {
    if (left < 6) break;
    const short = cutTokens(row, left);
    shown.push(short);
    left -= roughTokens(short) + 1;
  }
  const more = rows.length - shown.length;
  return more === 0 ? shown.join('\n') : `${shown.join('\n')}\n(${more} more lines in the structured answer)`;
};

export const editNoteText = (edit: Answer<'editNote'>): string => {
  const head = `${quoteShort(edit.title)} ${edit.noteId}`;
  const done =
    edit.outcome === 'unchanged'
      ? `Unchanged ${head}, versionToken ${edit.versionToken}.`
      : `Edited ${head}, +${edit.added} −${edit.removed} characters, revision ${edit.revision ?? 'none'}, versionToken ${edit.versionToken} (was ${edit.previousVersionToken}).`;
  const said = edit.replayed ? `${done} This is the answer of the first call.` : done;
  const warnings = firstRows(edit.warnings, (warning) => `warning: ${line(warning)}`, mostWarnings);
  const room = Math.max(leastDiffTokens, editTokens - roughTokens([said, ...warnings].join('\n')));
  return lines(
    said,
    warnings,
    edit.diff === null || edit.diff === '' ? undefined : fence(shortDiff(edit.diff, room), 'Diff'),
  );
};
