import type { Context } from '../context.ts';
import { isoTime } from '../notes/author.ts';
import { limitOf, type Page, readCursor, writeCursor } from '../page.ts';
import { type AuditQuestion, auditFilter } from './auditFilter.ts';

/** A call or a human act, without any text of notes. */
export interface AuditItem {
  readonly at: string;
  readonly requestId: string;
  /** null where no person is behind it: the gateway itself, by a setting. */
  readonly user: string | null;
  readonly tokenId: string | null;
  readonly client: string;
  readonly kind: 'human' | 'agent';
  readonly tool: string;
  /** The handle; null where there is none, and where the caller may not see the project any more. */
  readonly project: string | null;
  readonly noteIds: readonly string[];
  /** 'ok' or the error code. */
  readonly outcome: string;
  readonly milliseconds: number;
  readonly charactersIn: number;
  readonly charactersOut: number;
}

/** Rows of a page that a person takes along as a file. */
export const mostAuditRows = 10_000;

/** The audit as far as the caller may see it, newest first. Source: spec/access.md, Audit. */
export async function listAudit(
  context: Context,
  input: AuditQuestion & Page,
): Promise<{ items: AuditItem[]; total: number; nextCursor?: string }> {
  const limit = limitOf(input, mostAuditRows);
  const filter = await auditFilter(context, input);
  const after = readCursor('audit', input.cursor, ['number', 'number']);
  const { rows, total } = await context.stores.audit.list(
    filter,
    after ? { at: after[0], id: after[1] } : null,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const names = new Map((await context.stores.people.users()).map(({ id, name }) => [id, name]));
  return {
    items: page.map(({ id: _, at, userId, projectId, ...row }) => ({
      at: isoTime(at),
      user: userId === null ? null : (names.get(userId) ?? null),
      project: projectId === null ? null : (context.access.projects.get(projectId)?.handle ?? null),
      ...row,
    })),
    total,
    ...(rows.length > limit && last ? { nextCursor: writeCursor('audit', last.at, last.id) } : {}),
  };
}
