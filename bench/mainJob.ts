import { z } from 'zod';
import { twoWriters } from './mainJob/conflict.ts';
import { findByTitles, findByWords, readerSeesReadTools } from './mainJob/findNotes.ts';
import { importAgain, importNotes, readBack } from './mainJob/importNotes.ts';
import type { Job } from './mainJob/job.ts';
import { deleteAndRestore } from './mainJob/trash.ts';
import { readVault } from './mainJob/vault.ts';
import { officialClient } from './official.ts';
import type { Tokens } from './serve.ts';

const steps: readonly { readonly name: string; readonly work: (job: Job) => Promise<string> }[] = [
  { name: 'import with a write token', work: importNotes },
  { name: 'import once more', work: importAgain },
  { name: 'read back', work: readBack },
  { name: 'tools of a read token', work: readerSeesReadTools },
  { name: 'find by words', work: findByWords },
  { name: 'find by title', work: findByTitles },
  { name: 'two writers, one note', work: twoWriters },
  { name: 'delete and restore', work: deleteAndRestore },
];

/** A running gateway that was set up and holds nothing yet. */
export interface Instance {
  readonly url: string;
  readonly tokens: Tokens;
}

/**
 * The main job on every `.md` file below the folders, from import to restore, with official MCP clients. Tells a line a
 * step; true where every step did what it promises. A step that fails does not stop the others.
 */
export async function mainJob(
  { url, tokens }: Instance,
  folders: readonly string[],
  tell: (line: string) => void,
): Promise<boolean> {
  const vaults = await Promise.all(folders.map(readVault));
  const job: Job = {
    url,
    adminToken: tokens.adminToken,
    files: vaults.flat(),
    writer: await officialClient(url, tokens.writeToken),
    otherWriter: await officialClient(url, await anotherWriteToken(url, tokens.adminToken)),
    reader: await officialClient(url, tokens.readToken),
  };
  let good = job.files.length > 0;
  tell(`${good ? '✓' : '✗'} read: ${job.files.length} Markdown files below ${folders.length} folders`);
  for (const { name, work } of steps) {
    try {
      tell(`✓ ${name}: ${await work(job)}`);
    } catch (error) {
      good = false;
      tell(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const client of [job.writer, job.otherWriter, job.reader]) await client.close();
  return good;
}

async function anotherWriteToken(url: string, adminToken: string): Promise<string> {
  const response = await fetch(`${url}/api/tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ label: 'second agent', scope: 'write', projects: ['main'] }),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
