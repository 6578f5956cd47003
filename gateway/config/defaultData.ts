import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The data folder where no setting names one: `data` in the checkout that this program runs from (the folder that
 * holds its package.json), whatever the working directory. `null` where the program was installed as a package:
 * notes have no place inside `node_modules`, so a folder must be named there.
 */
export const defaultData = (): string | null => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
  return folder.split(sep).includes('node_modules') ? null : join(folder, 'data');
};
