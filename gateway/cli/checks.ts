import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import type { Settings } from '../config.ts';
import { addressOf } from './address.ts';

/** One thing that was looked at. `advice` is there where something is to be done. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly found: string;
  readonly advice?: string;
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`;

export const checkNode = (version: string): Check => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const name = 'Node.js';
  if (major > 20 || (major === 20 && minor >= 20)) return { name, state: 'ok', found: version };
  return {
    name,
    state: 'problem',
    found: version,
    advice: 'Install Node.js 20.20 or later, then run it again.',
  };
};

export const checkFolder = async (folder: string): Promise<Check> => {
  const name = 'Data folder';
  const facts = await stat(folder).catch(() => null);
  if (facts === null) {
    return {
      name,
      state: 'problem',
      found: `${folder} does not exist`,
      advice: 'Name the right folder with --data or INTENDANT_DATA, or make it with `intendant setup`.',
    };
  }
  const mode = (facts.mode & 0o777).toString(8).padStart(4, '0');
  const found = `${folder}, mode ${mode}`;
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return {
      name,
      state: 'problem',
      found,
      advice: 'Give this user the right to read and write the folder.',
    };
  }
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0) {
    return {
      name,
      state: 'warning',
      found: `${found}: others on this machine may look in`,
      advice: `Run: chmod 700 ${JSON.stringify(folder)}`,
    };
  }
  return { name, state: 'ok', found };
};

export const checkFile = async (file: string): Promise<Check> => {
  const name = 'Database file';
  const facts = await stat(file).catch(() => null);
  if (facts === null) {
    return {
      name,
      state: 'problem',
      found: `${file} does not exist`,
      advice: 'Run `intendant setup` to make it.',
    };
  }
  const log = await stat(`${file}-wal`).catch(() => null);
  const found = `${file}, ${megabytes(facts.size)} and a log of ${megabytes(log?.size ?? 0)}`;
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0) {
    return {
      name,
      state: 'warning',
      found: `${found}: others on this machine may read it`,
      advice: `Run: chmod 600 ${JSON.stringify(file)}`,
    };
  }
  return { name, state: 'ok', found };
};

export const checkSpace = async (folder: string): Promise<Check | null> => {
  const facts = await statfs(folder).catch(() => null);
  if (facts === null) return null;
  const free = facts.bavail * facts.bsize;
  const check = { name: 'Free disk space', found: megabytes(free) };
  if (free >= 512 * 1_048_576) return { ...check, state: 'ok' };
  const state = free < 64 * 1_048_576 ? 'problem' : 'warning';
  return { ...check, state, advice: 'Free some space: a full disk refuses every write.' };
};

export const checkServer = async (settings: Settings): Promise<Check> => {
  const name = 'Server';
  const address = addressOf({ ...settings, publicUrl: undefined });
  try {
    const answer = await fetch(`${address}/readyz`, {
      signal: AbortSignal.timeout(2_000),
      redirect: 'manual',
    });
    await answer.body?.cancel();
    if (answer.ok) return { name, state: 'ok', found: `ready at ${address}` };
    return {
      name,
      state: 'warning',
      found: `${address}/readyz answers ${answer.status}`,
      advice:
        'If that is Intendant, read its log; if another program has the port, choose one with INTENDANT_PORT.',
    };
  } catch {
    return {
      name,
      state: 'ok',
      found: `none answers at ${address}; \`intendant serve\` starts one, INTENDANT_PORT names another port`,
    };
  }
};

export const checkModels = async ({ embedder, modelDir }: Settings): Promise<Check | null> => {
  if (modelDir === undefined) return null;
  const facts = await stat(modelDir).catch(() => null);
  const name = 'Model folder';
  if (facts?.isDirectory()) return { name, state: 'ok', found: modelDir };
  return {
    name,
    state: embedder === 'transformers' ? 'problem' : 'warning',
    found: `${modelDir} is not a folder`,
    advice: 'Correct INTENDANT_MODEL_DIR, or unset it.',
  };
};
