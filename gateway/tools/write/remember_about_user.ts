import { z } from 'zod';
import { rememberOutput, rememberParams } from '../rememberParams.ts';
import { rememberText } from '../texts/rememberText.ts';
import { defineTool } from '../tool.ts';

export const rememberAboutUser = defineTool({
  name: 'remember_about_user',
  title: 'Remember about the user',
  group: 'write',
  effect: 'write',
  idempotent: true,
  needs: 'memory',
  description:
    'Keeps a lasting fact about the user, private to them; start_session gives it back. Knowledge for the team: create_note.',
  input: z.strictObject(rememberParams),
  output: rememberOutput,
  run: (engine, input) => engine.rememberAboutUser(input),
  text: rememberText,
});
