import { z } from 'zod';
import { nextPage } from '../outputs.ts';
import { cursorParam } from '../params.ts';
import { myProjectsText } from '../texts/myProjectsText.ts';
import { defineTool } from '../tool.ts';

export const getMyProjects = defineTool({
  name: 'get_my_projects',
  title: 'List my projects',
  group: 'bootstrap',
  effect: 'read',
  description: 'The projects that may be read, with their handles, when no project is known.',
  input: z.strictObject({ cursor: cursorParam.exactOptional() }),
  output: z.object({
    projects: z.array(
      z.object({
        handle: z.string(),
        name: z.string(),
        space: z.string(),
        role: z.string(),
        notes: z.int(),
        updatedAt: z.string().nullable(),
      }),
    ),
    ...nextPage,
  }),
  run: (engine, input) => engine.myProjects(input),
  text: myProjectsText,
});
