import { z } from 'zod';
import { answerParent } from './child.ts';
import { postClient } from './client.ts';
import { inputsOf } from './notes.ts';

const questionShape = z.object({ milliseconds: z.int() });
const batch = 500;
const mostBatches = 60;

/**
 * Sends commits of 500 notes, one right after another, for as long as it is told or until its 30,000 notes are there;
 * answers how many it made, and in how many ms.
 */
export async function filler(url: string, token: string, from: number): Promise<void> {
  const client = postClient(url, token);
  // Made beforehand: what is measured meanwhile should meet commits, not the making of notes.
  const batches = Array.from({ length: mostBatches }, (_, index) => inputsOf(from + index * batch, batch));
  answerParent(null, async (question) => {
    const { milliseconds } = questionShape.parse(question);
    const started = performance.now();
    let made = 0;
    for (const notes of batches) {
      if (performance.now() - started >= milliseconds) break;
      await client.call('create_notes', { project: 'main', notes });
      made += batch;
    }
    return { made, milliseconds: performance.now() - started };
  });
}
