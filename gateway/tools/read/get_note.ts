import { z } from 'zod';
import { noteOutput } from '../noteOutput.ts';
import { refParam } from '../params.ts';
import { noteText } from '../texts/noteText.ts';
import { defineTool } from '../tool.ts';

export const getNote = defineTool({
  name: 'get_note',
  title: 'Read a note',
  group: 'read',
  effect: 'read',
  description:
    'A note or part of it, with the versionToken that edits need. Long ones come in parts: go on with offset, or give section or find.',
  input: z.strictObject({
    ref: refParam,
    responseFormat: z.enum(['concise', 'detailed']).exactOptional(),
    section: z.string().exactOptional().describe('Heading, A > B, or A@line'),
    find: z.string().exactOptional(),
    offset: z.int().min(0).exactOptional(),
    limit: z.int().min(1).max(15_000).exactOptional(),
    asOf: z.string().exactOptional().describe('Revision, versionToken or time'),
  }),
  output: noteOutput,
  run: (engine, input) => engine.getNote(input),
  text: noteText,
});
