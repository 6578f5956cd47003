import type { Context } from '../context.ts';
import { lineDiff, type WordChange, wordDiff } from '../text/diff.ts';
import { readVersion } from './readVersion.ts';

export interface VersionDiff {
  readonly from: string;
  readonly to: string;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Unified hunks; null over the limits. */
  readonly diff: string | null;
  /** null over the limits. */
  readonly words: readonly WordChange[] | null;
}

/** What lies between two versions of a note, by lines and words. */
export async function diffVersions(
  context: Context,
  input: { readonly ref: string; readonly from: string; readonly to: string },
): Promise<VersionDiff> {
  const from = await readVersion(context, { ref: input.ref, asOf: input.from });
  const to = await readVersion(context, { ref: input.ref, asOf: input.to });
  const lines = lineDiff(from.source, to.source);
  return {
    from: from.versionToken,
    to: to.versionToken,
    added: lines.added,
    removed: lines.removed,
    diff: lines.diff,
    words: lines.diff === null ? null : wordDiff(from.source, to.source),
  };
}
