import { fill } from './bulk.ts';
import { firstSearch, reads } from './engineReads.ts';
import { createMany, editThenFound, growthOfTenEdits, replaceAndRestore } from './engineWrites.ts';
import { machine } from './machine.ts';
import { peakMemory } from './memory.ts';
import { open } from './opened.ts';
import { say } from './say.ts';
import { seededFolder } from './seeded.ts';
import { serve } from './serve.ts';
import { figure, type Row, table } from './table.ts';
import { percentile } from './timing.ts';

const notes = 20_000;
const megabyte = 1024 * 1024;

const row = (work: string, measured: number, reach: number, peer: string, unit = 'ms'): Row => ({
  work,
  cells: [figure(measured, unit), figure(reach, unit), `(${peer})`],
  reached: measured <= reach,
});

async function readyAfter(folder: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const served = await serve(folder);
    await served.close();
    if (round > 0) times.push(served.readyAfter);
  }
  return percentile(times, 0.5);
}

/** The figures of spec/engine.md at 20,000 notes, embedder none; with `large` also the filling up to 100,000. */
export async function engine(large: boolean): Promise<void> {
  const { folder } = await seededFolder(notes);
  say('opening …');
  const first = await firstSearch(folder);
  say('starting the program …');
  const start = await readyAfter(folder);
  say('memory …');
  const memory = await peakMemory(await seededFolder(notes), notes);
  const opened = await open(folder);
  say('reads …');
  const fresh = await reads(opened, notes);
  say('writes …');
  const growth = await growthOfTenEdits(opened, folder, notes);
  const { replace, restore } = await replaceAndRestore(opened, notes);
  const create = await createMany(opened, notes);
  const edit = await editThenFound(opened, notes);
  say('reads again …');
  const later = await reads(opened, notes);
  await opened.engine.close();
  const rows = [
    row('open() in a running process to the first search', first.p50, 60, '789'),
    row('process start to /readyz', start, 600, '–'),
    row('warm search, rarest word in at most 5 %', fresh.search.p50, 2, '0.32'),
    row('  after the writes below', later.search.p50, 2, '0.32'),
    row('get 3 notes', fresh.get3.p50, 0.3, '0.034'),
    row('  after the writes below', later.get3.p50, 0.3, '0.034'),
    row('edit, then found by search', edit.p50, 5, '867'),
    row('create 25 in one commit', create.p50, 15, '278'),
    row('replace 25 in one commit', replace.p50, 15, '132'),
    row('ten edits, growth on disk', growth / megabyte, 1, '434', 'MB'),
    row('peak resident memory of a gateway, read and search', memory, 200, '438', 'MB'),
    row('history, newest 5 (a change each)', later.history.p50, 0.5, '1.06'),
    { work: '  of 500 changes each', cells: [figure(fresh.history.p50), '', ''] },
    row('restore a revision that undoes 25 changes', restore.p50, 20, '258'),
  ];
  const heads = ['work, p50', 'measured', 'reach', '(peer)'];
  console.log(machine());
  console.log(table('Engine, 20,000 notes, embedder none', heads, rows));
  console.log(table('Create in commits of 500 through HTTP', filling, await fillRows(large)));
}

const filling = ['notes there', 'notes/s', 'reach', 'bare Kysely + FTS5'];

async function fillRows(large: boolean): Promise<Row[]> {
  say('filling through HTTP …');
  const [early, late] = await fill(large ? 100_000 : 5_000);
  if (!early) throw new Error('nothing was filled');
  const cells = (rate: typeof early, reach: number) => [
    figure(rate.ours, ''),
    figure(reach, ''),
    figure(rate.bare, ''),
  ];
  const rows: Row[] = [
    { work: `up to ${early.at}`, cells: cells(early, 1_500), reached: early.ours >= 1_500 },
  ];
  if (late)
    rows.push({
      work: `up to ${late.at}`,
      cells: cells(late, early.ours * 0.7),
      reached: late.ours >= early.ours * 0.7,
    });
  return rows;
}
