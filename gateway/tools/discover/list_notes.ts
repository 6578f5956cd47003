import { z } from 'zod';
import { nextPage, noteRef } from '../outputs.ts';
import { cursorParam, limitParam, projectParam } from '../params.ts';
import { listNotesText } from '../texts/listNotesText.ts';
import { defineTool } from '../tool.ts';

export const listNotes = defineTool({
  name: 'list_notes',
  title: 'List notes',
  group: 'discover',
  effect: 'read',
  description: 'One folder, like ls; without project, the projects. To find notes by content use search.',
  input: z.strictObject({
    project: projectParam.exactOptional(),
    path: z.string().exactOptional().describe('Folder'),
    tag: z.string().exactOptional(),
    type: z.string().exactOptional(),
    recursive: z.boolean().exactOptional(),
    limit: limitParam.exactOptional(),
    cursor: cursorParam.exactOptional(),
  }),
  output: z.object({
    folders: z.array(z.object({ path: z.string(), name: z.string(), notes: z.int() })),
    notes: z.array(
      z.object({
        ...noteRef,
        tags: z.array(z.string()),
        type: z.string().nullable(),
        modifiedAt: z.string(),
        versionToken: z.string(),
      }),
    ),
    ...nextPage,
  }),
  run: (engine, input) => engine.listNotes(input),
  text: listNotesText,
});
