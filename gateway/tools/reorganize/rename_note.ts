import { z } from 'zod';
import { movedOutput } from '../movedOutput.ts';
import { refParam, versionTokenParam } from '../params.ts';
import { movedText } from '../texts/movedText.ts';
import { defineTool } from '../tool.ts';

export const renameNote = defineTool({
  name: 'rename_note',
  title: 'Rename a note',
  group: 'reorganize',
  effect: 'write',
  idempotent: true,
  description:
    'Changes a note’s title and its file name with it; links stay, and the old title becomes an alias. For another folder use move_note.',
  input: z.strictObject({
    ref: refParam,
    title: z.string(),
    versionToken: versionTokenParam.exactOptional(),
  }),
  output: movedOutput,
  run: (engine, input) => engine.renameNote(input),
  text: movedText,
});
