import { z } from 'zod';
import { noteRef, replayed, warnings } from '../outputs.ts';
import { idempotencyKeyParam, newNoteParams, projectParam } from '../params.ts';
import { createNoteText } from '../texts/createNoteText.ts';
import { defineTool } from '../tool.ts';

export const createNote = defineTool({
  name: 'create_note',
  title: 'Create a note',
  group: 'write',
  effect: 'write',
  description:
    'Adds a Markdown note to a project; search first, and change what exists with edit_note. Several at once: create_notes. It never overwrites.',
  input: z.strictObject({
    project: projectParam,
    ...newNoteParams,
    idempotencyKey: idempotencyKeyParam.exactOptional(),
  }),
  output: z.object({
    ...noteRef,
    project: z.string(),
    versionToken: z.string(),
    revision: z.int(),
    warnings,
    replayed,
  }),
  run: (engine, input) => engine.createNote(input),
  text: createNoteText,
});
