import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A new folder of this run; `removeFolders` takes it away. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'intendant-bench-'));
  made.push(folder);
  return folder;
}

/** A copy of a data folder that no program has open. */
export async function copyOf(folder: string): Promise<string> {
  const copy = await freshFolder();
  await cp(folder, copy, { recursive: true });
  return copy;
}

export async function removeFolders(): Promise<void> {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
}
