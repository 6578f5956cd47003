import type { OfficialClient } from '../official.ts';
import type { VaultFile } from './vault.ts';

/** What the steps of the main job share. */
export interface Job {
  readonly url: string;
  readonly adminToken: string;
  readonly files: readonly VaultFile[];
  /** Two agents that may write, and one that may only read. */
  readonly writer: OfficialClient;
  readonly otherWriter: OfficialClient;
  readonly reader: OfficialClient;
}

/** Fails the step with a sentence of what is wrong. */
export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
