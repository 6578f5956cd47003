import { z } from 'zod';
import { movedOutput } from '../movedOutput.ts';
import { projectParam } from '../params.ts';
import { movedText } from '../texts/movedText.ts';
import { defineTool } from '../tool.ts';

export const renameFolder = defineTool({
  name: 'rename_folder',
  title: 'Rename a folder',
  group: 'reorganize',
  effect: 'write',
  idempotent: true,
  description:
    'Gives a folder another name where it stands. For another place use move_folder, for a project’s handle rename_project.',
  input: z.strictObject({ project: projectParam, path: z.string(), name: z.string() }),
  output: movedOutput,
  run: (engine, input) => engine.renameFolder(input),
  text: movedText,
});
