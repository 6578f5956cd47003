import { findSelfOrOther, isUnrestricted } from '../access/rights.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { AuditFilter } from '../ports.ts';
import { findProject } from '../projects/find.ts';
import { parseTime } from '../text/parseTime.ts';
import { quote } from '../text/quote.ts';

/** What a person asks of the audit. Times are ISO 8601; a date alone is that whole UTC day, `to` inclusive. */
export interface AuditQuestion {
  readonly user?: string | undefined;
  readonly token?: string | undefined;
  readonly tool?: string | undefined;
  /** A handle. */
  readonly project?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const day = 86_400_000;

/**
 * The rows that a question is about and that the caller may see: the admin sees all, others what they and their tokens
 * did, a token restricted to projects or tools what it did itself.
 * @throws Refusal `insufficientScope`, `notFound`, `invalidArguments`.
 */
export async function auditFilter(context: Context, question: AuditQuestion): Promise<AuditFilter> {
  const { actor } = context;
  const user = await findSelfOrOther(context, question.user);
  const seesAll = actor.user.admin && isUnrestricted(context);
  const own = isUnrestricted(context) ? undefined : actor.token?.id;
  // A token that is not the caller's has no rows among the caller's own: like one that is not there.
  const isForeign = own !== undefined && question.token !== undefined && question.token !== own;
  const project = question.project === undefined ? undefined : await findProject(context, question.project);
  return {
    userId: seesAll && question.user === undefined ? undefined : user.id,
    tokenId: isForeign ? '' : (own ?? question.token),
    tool: question.tool,
    projectId: project?.id,
    from: question.from === undefined ? undefined : timeOf('from', question.from),
    before:
      question.to === undefined ? undefined : timeOf('to', question.to) + (isDay(question.to) ? day : 1),
  };
}

const isDay = (text: string): boolean => !/[T ]/i.test(text.trim());

function timeOf(field: string, text: string): number {
  const at = parseTime(text);
  if (at !== null) return at;
  throw new Refusal(
    'invalidArguments',
    `\`${field}\` is ${quote(text)}, which is no date or time.`,
    'Give a date such as 2026-11-30, or a time such as 2026-11-30T12:00:00Z.',
  );
}
