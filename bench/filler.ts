import { z } from 'zod';
import { answerParent } from './child.ts';
import { postClient } from './client.ts';
import { notesBetween } from './notes.ts';

const questionShape = z.object({ from: z.int(), milliseconds: z.int() });
const batch = 500;

/** Sends commits of 500 notes, one right after another, for as long as it is told; answers how many notes it made. */
export async function filler(url: string, token: string): Promise<void> {
  const client = postClient(url, token);
  answerParent(null, async (question) => {
    const { from, milliseconds } = questionShape.parse(question);
    const end = performance.now() + milliseconds;
    let made = 0;
    while (performance.now() < end) {
      const notes = notesBetween(from + made, from + made + batch).map(({ path, body }) => ({ path, body }));
      await client.call('create_notes', { project: 'main', notes });
      made += batch;
    }
    return made;
  });
}
