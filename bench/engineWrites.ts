import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { idsOf } from './engineReads.ts';
import { inputsOf, noteAt } from './notes.ts';
import type { Opened } from './opened.ts';
import { clock, repeat, type Timing, timingOf } from './timing.ts';

const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const many = 25;
const rounds = 35;
const warmRounds = 5;

/** An edit of one note until a search for its one new word finds it. */
export async function editThenFound({ admin }: Opened, notes: number): Promise<Timing> {
  const refs = await idsOf(admin, 120, notes);
  const tokens = new Map<string, string>();
  for (const ref of refs) tokens.set(ref, (await admin.getNote({ ref, limit: 1 })).versionToken);
  return repeat(refs.length - 20, 20, async (index) => {
    const ref = refs[index] ?? '';
    const word = `zyqx${index}w`;
    const content = `One more line that says ${word}.`;
    await admin.editNote({ ref, versionToken: tokens.get(ref), operation: 'append', content });
    const { results } = await admin.search({ query: word });
    if (results[0]?.noteId !== ref) throw new Error(`the edit of ${ref} is not found`);
  });
}

/** 25 notes made in one commit. `from` is the number of the first generated note that is not there yet. */
export function createMany({ admin }: Opened, from: number): Promise<Timing> {
  const batches = Array.from({ length: rounds }, (_, round) => inputsOf(from + round * many, many));
  return repeat(rounds - warmRounds, warmRounds, async (round) => {
    const { created } = await admin.createNotes({ project: 'main', notes: batches[round] ?? [] });
    if (created !== many) throw new Error(`only ${created} notes were made`);
  });
}

export interface ReplaceAndRestore {
  readonly replace: Timing;
  readonly restore: Timing;
}

/** 25 notes replaced in one commit, and the revision restored that undoes it. */
export async function replaceAndRestore({ admin }: Opened, notes: number): Promise<ReplaceAndRestore> {
  const replaced: number[] = [];
  const restored: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const changes = Array.from({ length: many }, (_, index) => {
      const { path, body } = noteAt((round * 617 + index * 131) % notes);
      return { path, content: noteAt(notes + round * many + index).body, replaces: hashOf(body) };
    });
    let revision = 0;
    const replacing = await clock(async () => {
      revision = (await admin.transact({ space: 'main', changes })).revision ?? 0;
    });
    const restoring = await clock(async () => {
      const back = { space: 'main', revision: revision - 1, expectedRevision: revision };
      const { changed } = await admin.restoreSpace(back);
      if (changed !== many) throw new Error(`${changed} changes were undone`);
    });
    if (round < warmRounds) continue;
    replaced.push(replacing);
    restored.push(restoring);
  }
  return { replace: timingOf(replaced), restore: timingOf(restored) };
}

/**
 * How many bytes the file of a data folder grows by ten edits, the log written back before and after. Only a folder
 * that was filled and never written to since tells it: a file with free pages does not grow.
 */
export async function growthOfTenEdits({ admin }: Opened, folder: string, notes: number): Promise<number> {
  const refs = (await idsOf(admin, 300, notes)).slice(155, 165);
  const before = sizeOf(folder);
  for (const ref of refs) {
    const { versionToken } = await admin.getNote({ ref, limit: 1 });
    await admin.editNote({ ref, versionToken, operation: 'append', content: 'A last line, for its size.' });
  }
  return sizeOf(folder) - before;
}

function sizeOf(folder: string): number {
  const file = join(folder, 'intendant.db');
  const database = new Database(file);
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  return statSync(file).size;
}
