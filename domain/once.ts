import type { Context } from './context.ts';
import { Refusal } from './errors.ts';
import { hashOf } from './revisions/hash.ts';
import { quote } from './text/quote.ts';

/** How long a key is remembered. Source: spec/engine.md, Commit. */
export const keyLifetime = 7 * 24 * 60 * 60 * 1000;

interface Keyed<Result> {
  readonly operation: string;
  /** The project whose rights were asked before. */
  readonly projectId: string | null;
  readonly key: string | undefined;
  readonly payload: unknown;
  /** The note ids that the answer names, so that a purge takes the stored answer with them. */
  readonly noteIds: (result: Result) => readonly string[];
}

/**
 * Does keyed work once: the same key and payload again gives the first result, marked `replayed`.
 * Call it after the rights were asked. A failure is not stored.
 * @throws Refusal `idempotencyMismatch` for the same key with another payload.
 */
export async function once<Result extends object>(
  context: Context,
  keyed: Keyed<Result>,
  work: () => Promise<Result>,
): Promise<Result & { readonly replayed?: true }> {
  const { key } = keyed;
  if (key === undefined) return work();
  const { receipts } = context.stores;
  const caller = context.actor.token?.id ?? context.actor.user.id;
  const scope = `${caller} ${keyed.operation} ${keyed.projectId ?? ''}`;
  const payload = hashOf(canonicalJson(keyed.payload));
  const now = context.clock.now();
  await receipts.forgetBefore(now - keyLifetime);
  const stored = await receipts.find(scope, key);
  if (stored) {
    if (stored.payload !== payload) {
      throw new Refusal(
        'idempotencyMismatch',
        `The key ${quote(key)} was used for another call within seven days.`,
        'Repeat the first call exactly, or take a fresh key for this one.',
      );
    }
    // Stored by this very function for this operation.
    return { ...(JSON.parse(stored.result) as Result), replayed: true };
  }
  const result = await work();
  await receipts.store({
    scope,
    key,
    payload,
    result: JSON.stringify(result),
    noteIds: keyed.noteIds(result),
    createdAt: now,
  });
  return result;
}

/** JSON with sorted keys, absent and undefined alike. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
