import { z } from 'zod';
import { projectParam } from '../params.ts';
import { rememberOutput, rememberParams } from '../rememberParams.ts';
import { rememberText } from '../texts/rememberText.ts';
import { defineTool } from '../tool.ts';

export const rememberAboutProject = defineTool({
  name: 'remember_about_project',
  title: 'Remember about a project',
  group: 'write',
  effect: 'write',
  idempotent: true,
  needs: 'memory',
  description:
    'Keeps a lasting fact about working on a project, private to the user; start_session gives it back. Knowledge for the team: create_note.',
  input: z.strictObject({ project: projectParam, ...rememberParams }),
  output: rememberOutput,
  run: (engine, input) => engine.rememberAboutProject(input),
  text: rememberText,
});
