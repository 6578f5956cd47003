import { readFile } from 'node:fs/promises';
import { postClient } from './client.ts';
import { noteAt, queries } from './notes.ts';
import type { Seeded } from './seeded.ts';
import { serve } from './serve.ts';

const kilobytes = /^VmHWM:\s+(\d+) kB/m;

/** The most memory that a gateway ever held, in MB, after reads and searches of all kinds. NaN where Linux is not. */
export async function peakMemory({ folder, tokens }: Seeded, notes: number): Promise<number> {
  const served = await serve(folder);
  const client = postClient(served.url, tokens.readToken);
  for (const [index, query] of queries(600).entries()) {
    await client.call('search', { query });
    const ref = noteAt((index * 31) % notes).path;
    await client.call('get_note', { ref });
  }
  const status = await readFile(`/proc/${served.pid}/status`, 'utf8').catch(() => '');
  client.close();
  await served.close();
  return Number(kilobytes.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
