import { z } from 'zod';
import { startChild } from './child.ts';
import { type Call, postClient } from './client.ts';
import { machine } from './machine.ts';
import { noteAt } from './notes.ts';
import { seededFolder } from './seeded.ts';
import { figure, type Row, table } from './table.ts';
import { clock, type Timing, timingOf } from './timing.ts';

const notes = 20_000;
const milliseconds = 15_000;

const delayShape = z.object({ max: z.number(), p99: z.number() });
const filledShape = z.object({ made: z.int(), milliseconds: z.number() });
type Delay = z.output<typeof delayShape>;

/** get_note and the gateway's event loop, at rest and while another process commits 500 notes at a time. */
export async function load(): Promise<void> {
  const { folder, tokens } = await seededFolder(notes);
  const gateway = await startChild('gateway', [folder]);
  const { url } = z.object({ url: z.string() }).parse(gateway.ready);
  const filler = await startChild('filler', [url, tokens.writeToken, String(notes)]);
  const client = postClient(url, tokens.readToken);
  const delay = async () => delayShape.parse(await gateway.ask('delay'));
  await readUntil(client.call, wait(2_000));
  await delay();
  const calm = await readUntil(client.call, wait(3_000));
  const calmDelay = await delay();
  const filling = filler.ask({ milliseconds }).then((answer) => filledShape.parse(answer));
  const busy = await readUntil(client.call, filling);
  const busyDelay = await delay();
  const filled = await filling;
  client.close();
  await filler.close();
  await gateway.close();
  const rows = [rowOf('at rest', calm, calmDelay), rowOf('while commits of 500 run', busy, busyDelay)];
  const rate = ((filled.made / filled.milliseconds) * 1_000).toFixed(0);
  const title = `get_note at 20,000 notes; ${filled.made} notes were made meanwhile, ${rate} a second`;
  console.log(machine());
  console.log(table(title, ['', 'p50', 'p99', 'max', 'event loop p99', 'event loop max'], rows));
}

const wait = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

async function readUntil(call: Call, end: Promise<unknown>): Promise<Timing> {
  const times: number[] = [];
  let ended = false;
  const watched = end.finally(() => {
    ended = true;
  });
  for (let index = 0; !ended; index += 1)
    times.push(await clock(() => call('get_note', { ref: noteAt((index * 677) % notes).path })));
  await watched;
  return timingOf(times);
}

const rowOf = (work: string, { p50, p99, max }: Timing, delay: Delay): Row => ({
  work,
  cells: [p50, p99, max, delay.p99, delay.max].map((value) => figure(value)),
});
