import type { Answer } from '../answer.ts';
import { line, lines, quote } from '../results.ts';

export const deleteNoteText = (note: Answer<'deleteNote'>): string =>
  lines(
    `In the trash since ${note.trashedAt}: ${quote(note.title)} ${note.noteId}, was at ${quote(note.path)}.`,
    'Do not create it again: restoring it keeps its id and links. Only a human can restore it:',
    `${line(note.restoreUrl)} or \`${line(note.restoreCommand)}\``,
  );
