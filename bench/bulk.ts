import { z } from 'zod';
import { startChild } from './child.ts';
import { postClient } from './client.ts';
import { freshFolder } from './folders.ts';
import { inputsOf } from './notes.ts';
import { serve, setUpFolder } from './serve.ts';

/** Notes a second in commits of 500, in a stretch of the filling. */
export interface Rate {
  readonly at: number;
  readonly ours: number;
  readonly bare: number;
}

const batch = 500;
const stretch = 5_000;

/**
 * Fills a fresh instance through HTTP and a bare store with the same rows in turns, up to `most` notes; tells the rates
 * over the first 5,000 notes and over the last.
 */
export async function fill(most: number): Promise<Rate[]> {
  const folder = await freshFolder();
  const { writeToken } = await setUpFolder(folder);
  const served = await serve(folder);
  const peer = await startChild('bare');
  const client = postClient(served.url, writeToken);
  const rates: Rate[] = [];
  const measured = (from: number) => from < stretch || from >= most - stretch;
  let spent = { ours: 0, bare: 0, notes: 0 };
  for (let from = 0; from < most; from += batch) {
    const notes = inputsOf(from, batch);
    const started = performance.now();
    const answer = await client.call('create_notes', { project: 'main', notes });
    const ours = performance.now() - started;
    const { created } = z.object({ created: z.int() }).parse(answer);
    if (created !== batch) throw new Error(`only ${created} notes were made`);
    const bareTook = z.number().parse(await peer.ask({ from, to: from + batch }));
    if (!measured(from)) continue;
    spent = { ours: spent.ours + ours, bare: spent.bare + bareTook, notes: spent.notes + batch };
    if (spent.notes < stretch) continue;
    const rate = (took: number) => (spent.notes / took) * 1_000;
    rates.push({ at: from + batch, ours: rate(spent.ours), bare: rate(spent.bare) });
    spent = { ours: 0, bare: 0, notes: 0 };
  }
  client.close();
  await peer.close();
  await served.close();
  return rates;
}
