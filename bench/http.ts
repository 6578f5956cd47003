import { z } from 'zod';
import { startChild } from './child.ts';
import { type Call, postClient } from './client.ts';
import { fairQueries } from './engineReads.ts';
import { machine } from './machine.ts';
import { noteAt } from './notes.ts';
import { officialClient } from './official.ts';
import { open } from './opened.ts';
import { seededFolder } from './seeded.ts';
import { serve } from './serve.ts';
import { figure, type Row, table } from './table.ts';
import { clock, timingOf } from './timing.ts';

const sizes = [1_000, 20_000];
const reach: Readonly<Record<string, number>> = {
  get_note: 1.3,
  search: 2,
  create_note: 2.5,
  edit_note: 2.5,
};
const rounds = 12;
const warmRounds = 2;
const callsARound = 40;

interface Connected {
  readonly call: Call;
  close(): unknown;
}

async function connect(official: boolean, url: string, token?: string): Promise<Connected> {
  if (!official) return postClient(url, token);
  const client = await officialClient(url, token);
  return { call: (tool, input) => client.ok(tool, { ...input }), close: client.close };
}

/** p50 and p99 of four tools through HTTP, beside a bare echo tool called in turns with them. */
export async function http(official: boolean): Promise<void> {
  console.log(machine());
  for (const notes of sizes) {
    const rows = await measure(notes, official);
    const title = `Through HTTP at ${notes.toLocaleString('en')} notes, ${official ? 'official client' : 'keep-alive posts'}`;
    console.log(table(title, ['tool', 'p50', 'p99', 'p50 / echo', 'reach'], rows));
  }
}

async function measure(notes: number, official: boolean): Promise<Row[]> {
  const { folder, tokens } = await seededFolder(notes);
  const opened = await open(folder);
  const queries = await fairQueries(opened, 120, notes);
  await opened.engine.close();
  const served = await serve(folder);
  const peer = await startChild('echo');
  const { url } = z.object({ url: z.string() }).parse(peer.ready);
  const ours = await connect(official, served.url, tokens.writeToken);
  const echo = await connect(official, url);
  const times = await inTurns(worksOf(ours.call, echo.call, notes, queries));
  await ours.close();
  await echo.close();
  await peer.close();
  await served.close();
  const base = timingOf(times.get('echo') ?? []);
  return [...times].map(([tool, values]) => {
    const { p50, p99 } = timingOf(values);
    const ratio = p50 / base.p50;
    const promised = reach[tool];
    const cells = [
      figure(p50),
      figure(p99),
      figure(ratio, ''),
      promised === undefined ? '' : String(promised),
    ];
    return { work: tool, cells, reached: promised === undefined ? null : ratio <= promised };
  });
}

type Works = Readonly<Record<string, (index: number) => Promise<unknown>>>;

const edited = z.object({ noteId: z.string(), versionToken: z.string() });

function worksOf(call: Call, echo: Call, notes: number, queries: readonly string[]): Works {
  const tokens = new Map<string, string>();
  const spread = (index: number) => noteAt((index * 677) % notes).path;
  return {
    echo: () => echo('echo', { text: 'hello' }),
    get_note: (index) => call('get_note', { ref: spread(index) }),
    search: (index) => call('search', { query: queries[index % queries.length] ?? '' }),
    create_note: (index) => {
      const { path, body } = noteAt(notes + index);
      return call('create_note', { project: 'main', path, body });
    },
    edit_note: async (index) => {
      // Few notes, edited again and again: each answer holds the token of the next edit.
      const ref = spread(index % callsARound);
      const content = `Line ${index} of an edit.`;
      const versionToken = tokens.get(ref) ?? edited.parse(await call('get_note', { ref })).versionToken;
      const answer = await call('edit_note', { ref, versionToken, operation: 'append', content });
      tokens.set(ref, edited.parse(answer).versionToken);
    },
  };
}

/** The works in turns, so that a slow moment of the machine meets them all. */
async function inTurns(works: Works): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round < rounds + warmRounds; round += 1)
    for (const [name, work] of Object.entries(works))
      for (let step = 0; step < callsARound; step += 1) {
        const taken = await clock(() => work(round * callsARound + step));
        if (round >= warmRounds) times.get(name)?.push(taken);
      }
  return times;
}
