import { z } from 'zod';
import { createNotesOutput, mergeCreated } from '../createNotesOutput.ts';
import { newNoteParams, projectParam } from '../params.ts';
import { parseBatch } from '../parseBatch.ts';
import { createNotesText } from '../texts/createNotesText.ts';
import { toolWith } from '../tool.ts';

const item = z.strictObject({
  ...newNoteParams,
  key: z.string().min(1).max(1_024).exactOptional().describe('Names the source'),
});
const rest = {
  project: projectParam,
  onExisting: z.enum(['fail', 'skip']).exactOptional(),
};

export const createNotes = toolWith(
  {
    name: 'create_notes',
    title: 'Create many notes',
    group: 'scale',
    effect: 'write',
    description:
      'Up to 500 notes in one commit; each succeeds or fails alone. Items with a key can be sent again safely.',
    input: z.strictObject({ ...rest, notes: z.array(item).min(1).max(500) }),
    output: createNotesOutput,
  },
  (raw, schema) => parseBatch({ rest, item, field: 'notes', most: 500 }, schema, raw),
  {
    extraCost: ({ good, bad }) => (good.length + bad.length) / 50,
    run: async (engine, { input, good, bad }) => {
      const notes = good.map(({ value }) => value);
      const made = notes.length === 0 ? null : await engine.createNotes({ ...input, notes });
      return mergeCreated(made, good, bad);
    },
    text: createNotesText,
  },
);
