import { z } from 'zod';
import { movedOutput } from '../movedOutput.ts';
import { projectParam, toPathParam } from '../params.ts';
import { movedText } from '../texts/movedText.ts';
import { defineTool } from '../tool.ts';

export const moveFolder = defineTool({
  name: 'move_folder',
  title: 'Move a folder',
  group: 'reorganize',
  effect: 'write',
  idempotent: true,
  description:
    'Puts a folder with all its notes into another folder of the project. To change its name use rename_folder.',
  input: z.strictObject({ project: projectParam, path: z.string(), toPath: toPathParam }),
  output: movedOutput,
  run: (engine, input) => engine.moveFolder(input),
  text: movedText,
});
