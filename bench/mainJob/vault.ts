import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

/** A Markdown file of a folder of notes. */
export interface VaultFile {
  /** The folder's name and the path below it, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every `.md` file below a folder, in path order; hidden folders are left aside. */
export async function readVault(folder: string): Promise<VaultFile[]> {
  const root = resolve(folder);
  const files: VaultFile[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.name.endsWith('.md'))
        files.push({ path: `${basename(root)}/${path}`, text: await readFile(join(root, path), 'utf8') });
    }
  };
  await walk('');
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}
