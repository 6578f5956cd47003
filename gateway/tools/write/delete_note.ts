import { z } from 'zod';
import { noteRef } from '../outputs.ts';
import { refParam, versionTokenParam } from '../params.ts';
import { deleteNoteText } from '../texts/deleteNoteText.ts';
import { defineTool } from '../tool.ts';

export const deleteNote = defineTool({
  name: 'delete_note',
  title: 'Delete a note',
  group: 'write',
  effect: 'destroy',
  description:
    'Puts a note in the trash, from where only a human restores it. Not for changing a note: edit_note.',
  input: z.strictObject({ ref: refParam, versionToken: versionTokenParam.exactOptional() }),
  output: z.object({
    ...noteRef,
    trashedAt: z.string(),
    restoreUrl: z.string(),
    restoreCommand: z.string(),
  }),
  run: (engine, input) => engine.deleteNote(input),
  text: deleteNoteText,
});
