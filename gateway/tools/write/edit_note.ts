import { z } from 'zod';
import { editParams } from '../editParams.ts';
import { replayed, warnings } from '../outputs.ts';
import { editNoteText } from '../texts/editNoteText.ts';
import { defineTool } from '../tool.ts';

export const editNote = defineTool({
  name: 'edit_note',
  title: 'Edit a note',
  group: 'write',
  effect: 'write',
  description:
    'Changes a note you have read; give the versionToken of that reading. findReplace puts content in place of find (literal, must occur exactly once), replaceSection in place of section, replace in place of the whole body. To move or rename use move_note or rename_note.',
  input: editParams,
  output: z.object({
    noteId: z.string(),
    title: z.string(),
    versionToken: z.string(),
    previousVersionToken: z.string(),
    revision: z.int().nullable(),
    outcome: z.enum(['edited', 'unchanged']),
    added: z.int(),
    removed: z.int(),
    diff: z.string().nullable(),
    warnings,
    replayed,
  }),
  run: (engine, input) => engine.editNote(input),
  text: editNoteText,
});
