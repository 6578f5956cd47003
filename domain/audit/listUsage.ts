import type { Context } from '../context.ts';
import { limitOf, type Page, readCursor, writeCursor } from '../page.ts';
import { type AuditQuestion, auditFilter } from './auditFilter.ts';
import { mostAuditRows } from './listAudit.ts';

/** What a token cost on a day. */
export interface UsageItem {
  /** `2026-11-30`, UTC. */
  readonly day: string;
  readonly user: string;
  readonly tokenId: string;
  readonly label: string;
  readonly calls: number;
  readonly charactersOut: number;
  /** About: four characters a token. */
  readonly tokensOut: number;
}

const charactersPerToken = 4;

/**
 * Calls and what they returned, by token and day, newest day first; to whom, as in `listAudit`. `from` and `to` count
 * whole days. By tool or project it reaches as far back as the audit is kept, else without end.
 */
export async function listUsage(
  context: Context,
  input: AuditQuestion & Page,
): Promise<{ items: UsageItem[]; total: number; nextCursor?: string }> {
  const limit = limitOf(input, mostAuditRows);
  const filter = await auditFilter(context, input);
  const after = readCursor('usage', input.cursor, ['string', 'string']);
  const { rows, total } = await context.stores.audit.usage(
    filter,
    after ? { day: after[0], tokenId: after[1] } : null,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const users = new Map((await context.stores.people.users()).map(({ id, name }) => [id, name]));
  const tokens = new Map(
    (await context.stores.tokens.list(filter.userId ?? null)).map((token) => [token.id, token]),
  );
  return {
    items: page.map(({ day, tokenId, calls, charactersOut }) => {
      const token = tokens.get(tokenId);
      return {
        day,
        user: users.get(token?.userId ?? '') ?? '',
        tokenId,
        label: token?.label ?? '',
        calls,
        charactersOut,
        tokensOut: Math.ceil(charactersOut / charactersPerToken),
      };
    }),
    total,
    ...(rows.length > limit && last ? { nextCursor: writeCursor('usage', last.day, last.tokenId) } : {}),
  };
}
