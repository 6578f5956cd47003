import type { Stores } from '../ports.ts';

/** How many days things are kept; 0 = for good. */
export interface Retention {
  readonly auditDays: number;
  readonly trashDays: number;
}

const day = 86_400_000;

/**
 * Forgets audit rows that are older than they are kept, and erases notes that have been in the trash for longer, in
 * every space, as a person's purge does; the erasure is audited. `now` in ms. Gives how many notes were erased.
 */
export async function forgetOld(
  { audit, notes }: Pick<Stores, 'audit' | 'notes'>,
  { auditDays, trashDays }: Retention,
  now: number,
): Promise<{ readonly purged: number }> {
  if (auditDays > 0) await audit.forgetBefore(now - auditDays * day);
  const old = trashDays > 0 ? await notes.trashedBefore(now - trashDays * day) : [];
  if (old.length === 0) return { purged: 0 };
  await notes.purge(
    old.map(({ seq }) => seq),
    now,
  );
  await audit.add([
    {
      at: now,
      requestId: 'daily',
      userId: null,
      tokenId: null,
      client: 'INTENDANT_TRASH_RETENTION_DAYS',
      kind: 'human',
      tool: 'trash.retention',
      projectId: null,
      noteIds: old.map(({ id }) => id),
      outcome: 'ok',
      milliseconds: 0,
      charactersIn: 0,
      charactersOut: 0,
    },
  ]);
  return { purged: old.length };
}
