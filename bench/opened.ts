import type { BoundEngine, Engine } from '../domain/engine.ts';
import { loadBuilt, variablesFor } from './built.ts';

/** A data folder opened in this process, and its admin at the command line. */
export interface Opened {
  readonly engine: Engine;
  readonly admin: BoundEngine;
}

export async function open(folder: string): Promise<Opened> {
  const { composeEngine, readSettings } = await loadBuilt();
  const engine = await composeEngine(readSettings(variablesFor(folder)));
  return { engine, admin: await engine.asAdmin() };
}
