import { z } from 'zod';
import { cursorParam, limitParam, projectParam } from '../params.ts';
import { classes, searchOutput } from '../searchOutput.ts';
import { searchText } from '../texts/searchText.ts';
import { defineTool } from '../tool.ts';

export const search = defineTool({
  name: 'search',
  title: 'Search notes',
  group: 'read',
  effect: 'read',
  description:
    'Notes by words or meaning, own memory included: before writing, and to answer. Read a hit with get_note, at its position.',
  input: z.strictObject({
    query: z.string(),
    project: projectParam.exactOptional(),
    tag: z.string().exactOptional(),
    type: z.string().exactOptional(),
    class: classes.exactOptional(),
    limit: limitParam.exactOptional(),
    cursor: cursorParam.exactOptional(),
  }),
  output: searchOutput,
  run: (engine, input) => engine.search(input),
  text: searchText,
});
