import { Refusal } from '../errors.ts';
import type { SpaceRecord } from '../ports.ts';

/** Refuses a commit whose caller reckoned with another state of the space. @throws Refusal `versionConflict`. */
export function checkRevision(space: SpaceRecord, expected: number | undefined): void {
  if (expected === undefined || expected === space.revision) return;
  throw new Refusal(
    'versionConflict',
    `The space is at revision ${space.revision}, not at ${expected}.`,
    'Read the changes since, then repeat with the current revision.',
    { revision: space.revision, expectedRevision: expected },
  );
}
