import { z } from 'zod';
import { movedOutput } from '../movedOutput.ts';
import { refParam, toPathParam, versionTokenParam } from '../params.ts';
import { movedText } from '../texts/movedText.ts';
import { defineTool } from '../tool.ts';

export const moveNote = defineTool({
  name: 'move_note',
  title: 'Move notes',
  group: 'reorganize',
  effect: 'write',
  idempotent: true,
  description:
    'Puts a note (ref), or up to 200 at once (refs), into another folder or project; ids and links stay. To change a title use rename_note, for a whole folder move_folder.',
  input: z.strictObject({
    ref: refParam.exactOptional(),
    refs: z.array(z.string()).min(1).max(200).exactOptional(),
    toPath: toPathParam,
    toProject: z.string().exactOptional().describe('Handle; default its own'),
    versionToken: versionTokenParam.exactOptional(),
  }),
  output: movedOutput,
  run: (engine, input) => engine.moveNotes(input),
  text: movedText,
});
