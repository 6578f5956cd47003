import { z } from 'zod';
import { change } from '../activityOutput.ts';
import { nextPage } from '../outputs.ts';
import { cursorParam, limitParam, parseInput, projectParam, refParam } from '../params.ts';
import { sinceAsText, sinceParam } from '../sinceParam.ts';
import { recentActivityText } from '../texts/recentActivityText.ts';
import { toolWith } from '../tool.ts';

const input = z.strictObject({
  project: projectParam.exactOptional(),
  ref: refParam.exactOptional(),
  since: sinceParam.exactOptional(),
  limit: limitParam.exactOptional(),
  cursor: cursorParam.exactOptional(),
});

export const recentActivity = toolWith(
  {
    name: 'recent_activity',
    title: 'Recent changes',
    group: 'discover',
    effect: 'read',
    description:
      'Who changed what, newest first; with ref, the history of one note. What others did since your last visit is in start_session.',
    input,
    output: z.object({ changes: z.array(change), ...nextPage }),
  },
  (raw, schema) => parseInput(input, schema, sinceAsText(raw)),
  { run: (engine, asked) => engine.recentActivity(asked), text: recentActivityText },
);
