import { noteAt, queries } from './notes.ts';
import { type Opened, open } from './opened.ts';
import { clock, repeat, type Timing, timingOf } from './timing.ts';

/** The largest share of the notes that a query's rarest word may be in. */
const rareShare = 0.05;

/** `open()` in a running process to the first search answered, on a folder that nothing else has open. */
export async function firstSearch(folder: string): Promise<Timing> {
  const [query = ''] = queries(1);
  const times: number[] = [];
  for (let round = 0; round < 18; round += 1) {
    let opened: Opened | undefined;
    const taken = await clock(async () => {
      opened = await open(folder);
      await opened.admin.search({ query });
    });
    await opened?.engine.ready();
    await opened?.engine.close();
    if (round >= 3) times.push(taken);
  }
  return timingOf(times);
}

/** Queries whose rarest word is in some note, but in few. */
export async function fairQueries(
  { admin }: Pick<Opened, 'admin'>,
  count: number,
  notes: number,
): Promise<string[]> {
  const fair: string[] = [];
  for (const query of queries(count * 2)) {
    const totals: number[] = [];
    for (const word of query.split(' ')) totals.push((await admin.search({ query: word, limit: 1 })).total);
    const rarest = Math.min(...totals);
    if (rarest > 0 && rarest <= notes * rareShare) fair.push(query);
  }
  return fair.slice(0, count);
}

export interface Reads {
  readonly search: Timing;
  readonly get3: Timing;
  readonly history: Timing;
}

/** Warm reads in one process. */
export async function reads({ admin }: Opened, notes: number): Promise<Reads> {
  const fair = await fairQueries({ admin }, 150, notes);
  const refs = await idsOf(admin, 300, notes);
  const at = (list: readonly string[], index: number): string => list[index % list.length] ?? '';
  return {
    search: await repeat(fair.length * 3, fair.length, (index) => admin.search({ query: at(fair, index) })),
    get3: await repeat(refs.length, 100, (index) =>
      Promise.all([0, 1, 2].map((step) => admin.getNote({ ref: at(refs, index * 3 + step) }))),
    ),
    history: await repeat(200, 20, () => admin.history({ space: 'main', limit: 5 })),
  };
}

/** Ids of notes spread over the whole folder. */
export async function idsOf(admin: Opened['admin'], count: number, notes: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { path } = noteAt(Math.floor((index * notes) / count));
    ids.push((await admin.getNote({ ref: path, limit: 1 })).noteId);
  }
  return ids;
}
