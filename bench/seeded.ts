import { loadBuilt, variablesFor } from './built.ts';
import { copyOf, freshFolder } from './folders.ts';
import { inputsOf } from './notes.ts';
import { say } from './say.ts';
import { setUpFolder, type Tokens } from './serve.ts';

const known = new Map<number, Promise<Seeded>>();
const batch = 500;

/** A data folder that was set up and filled, and that no program has open. */
export interface Seeded {
  readonly folder: string;
  readonly tokens: Tokens;
}

/** A copy of the data folder with so many generated notes, which is made once a run. */
export async function seededFolder(count: number): Promise<Seeded> {
  const seeded = known.get(count) ?? seed(count);
  known.set(count, seeded);
  const { folder, tokens } = await seeded;
  return { folder: await copyOf(folder), tokens };
}

async function seed(count: number): Promise<Seeded> {
  say(`making a folder of ${count} notes …`);
  const folder = await freshFolder();
  const tokens = await setUpFolder(folder);
  const { composeEngine, readSettings } = await loadBuilt();
  const engine = await composeEngine(readSettings(variablesFor(folder)));
  const admin = await engine.asAdmin();
  for (let from = 0; from < count; from += batch) {
    const notes = inputsOf(from, Math.min(batch, count - from));
    const { created } = await admin.createNotes({ project: 'main', notes });
    if (created !== notes.length) throw new Error(`only ${created} of ${notes.length} notes were made`);
  }
  await engine.close();
  return { folder, tokens };
}
