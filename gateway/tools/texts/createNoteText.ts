import type { Answer } from '../answer.ts';
import { lines, quote, warningLines } from '../results.ts';

export const createNoteText = (note: Answer<'createNote'>): string =>
  lines(
    `${note.replayed ? 'Was already created' : 'Created'} ${quote(note.title)} ${note.noteId} in ${quote(note.project)} at ${quote(note.path)}, versionToken ${note.versionToken}, revision ${note.revision}.`,
    warningLines(note.warnings),
  );
