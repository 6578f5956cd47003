import { z } from 'zod';
import { projectParam } from '../params.ts';
import { sessionOutput } from '../sessionOutput.ts';
import { startSessionText } from '../texts/startSessionText.ts';
import { defineTool } from '../tool.ts';

export const startSession = defineTool({
  name: 'start_session',
  title: 'Start a session',
  group: 'bootstrap',
  effect: 'read',
  description:
    'Call first: who the user is, what is remembered, the projects and, with project, its index, pinned notes and what others changed since your last visit.',
  input: z.strictObject({ project: projectParam.exactOptional() }),
  output: sessionOutput,
  run: (engine, input) => engine.startSession(input),
  text: startSessionText,
});
