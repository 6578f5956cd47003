import { z } from 'zod';
import { expectThat, type Job } from './job.ts';

const noteShape = z.object({ noteId: z.string(), versionToken: z.string(), content: z.string() });
const conflictShape = z.object({
  code: z.literal('versionConflict'),
  versionToken: z.string(),
  diff: z.string(),
});

/** Two agents edit one note from the same reading: neither's words are lost, and nothing is merged behind their backs. */
export async function twoWriters({ files, writer, otherWriter, reader }: Job): Promise<string> {
  const path = files[0]?.path ?? '';
  const read = noteShape.parse(await reader.ok('get_note', { ref: path }));
  const edit = (line: string, versionToken: string) => ({
    ref: read.noteId,
    versionToken,
    operation: 'append',
    content: line,
  });
  const both = [
    { client: writer, line: 'A line by the first agent.' },
    { client: otherWriter, line: 'A line by the second agent.' },
  ];
  const answers = await Promise.all(
    both.map(async ({ client, line }) => ({
      client,
      line,
      ...(await client.ask('edit_note', edit(line, read.versionToken))),
    })),
  );
  const [loser, ...others] = answers.filter(({ error }) => error !== null);
  expectThat(loser !== undefined && others.length === 0, 'not exactly one of two edits was refused');
  const winner = answers.find(({ error }) => error === null);
  const conflict = conflictShape.parse(loser.error);
  expectThat(
    conflict.diff.includes(winner?.line ?? '?'),
    'the diff does not show what the other agent wrote',
  );
  await loser.client.ok('edit_note', edit(loser.line, conflict.versionToken));
  const limits = { offset: Math.max(0, read.content.length - 10) };
  const now = noteShape.parse(await reader.ok('get_note', { ref: read.noteId, ...limits }));
  expectThat(
    both.every(({ line }) => now.content.includes(line)),
    'a line of one of the two agents is lost',
  );
  return 'one versionConflict with diff and token; the retry with that token kept both lines';
}
