import { Refusal } from '../errors.ts';
import { parseTime } from '../text/parseTime.ts';
import { quote } from '../text/quote.ts';

/** From when on changes are asked for: a time, inclusive, or a revision, exclusive. */
export type Since = { readonly at: number } | { readonly revision: number };

/** A time or date of ISO 8601, or digits alone for a revision. @throws Refusal `invalidArguments`. */
export function parseSince(text: string): Since {
  const wanted = text.trim();
  if (/^\d{1,15}$/.test(wanted)) return { revision: Number(wanted) };
  const at = parseTime(wanted);
  if (at !== null) return { at };
  throw new Refusal(
    'invalidArguments',
    `\`since\` is ${quote(text)}, which is no time and no revision.`,
    'Give an ISO 8601 time such as 2026-11-30 or 2026-11-30T08:00:00Z, or with `project` the number of a revision.',
  );
}
