import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './built.ts';
import { freshFolder } from './folders.ts';
import { mainJob } from './mainJob.ts';
import { serve, setUpFolder } from './serve.ts';

/** Real Markdown that lies beside a checkout in some places, English and Portuguese. */
const beside = ['rust-book', 'react-pt-br'].map((name) => join(checkout, '../shared/data/vaults', name));

/** What comes with the repository. */
const sampleVault = join(checkout, 'bench/sample');

/** The main job on the built program with a fresh data folder. Sets the exit code to 1 where a step fails. */
export async function mainJobOnBuilt(named: readonly string[]): Promise<void> {
  const found = beside.filter((folder) => existsSync(folder));
  const folders = named.length > 0 ? named : found.length > 0 ? found : [sampleVault];
  const data = await freshFolder();
  const tokens = await setUpFolder(data);
  const served = await serve(data);
  const good = await mainJob({ url: served.url, tokens }, folders, (line) => console.log(line));
  await served.close();
  if (!good) process.exitCode = 1;
}
