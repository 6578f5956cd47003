import { z } from 'zod';
import { movedOutput } from '../movedOutput.ts';
import { projectParam } from '../params.ts';
import { movedText } from '../texts/movedText.ts';
import { defineTool } from '../tool.ts';

export const renameProject = defineTool({
  name: 'rename_project',
  title: 'Rename a project',
  group: 'reorganize',
  effect: 'write',
  idempotent: true,
  description:
    'Changes a project’s handle (slug) or shown name, for its owners; old handles go on working. Its folder is renamed by rename_folder.',
  input: z.strictObject({
    project: projectParam,
    slug: z.string().exactOptional().describe('Last part of the handle'),
    name: z.string().exactOptional(),
  }),
  output: movedOutput,
  run: (engine, input) => engine.renameProject(input),
  text: movedText,
});
