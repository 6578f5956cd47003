import { z } from 'zod';
import { recallText } from '../../../domain/search/recallText.ts';
import { projectParam } from '../params.ts';
import { recallOutput } from '../recallOutput.ts';
import { defineTool } from '../tool.ts';

export const recall = defineTool({
  name: 'recall',
  title: 'Recall a topic',
  group: 'read',
  effect: 'read',
  description:
    'The best passages about a topic with those of linked notes, ready to answer from: before a task, or for a broad question. For a list of notes use search.',
  input: z.strictObject({
    query: z.string(),
    project: projectParam.exactOptional(),
    budgetTokens: z.int().min(200).max(32_000).exactOptional(),
    depth: z.int().min(0).max(3).exactOptional().describe('Links to follow'),
  }),
  output: recallOutput,
  run: (engine, input) => engine.recall(input),
  text: recallText,
});
