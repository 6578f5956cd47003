import { randomBytes } from 'node:crypto';
import { type ErrorCode, type ErrorDetails, Refusal } from '../../domain/errors.ts';
import { cut, fence, line, quoteJson } from './results.ts';

/** A refusal as an answer gives it: in the text, and under `error`. */
export interface ErrorAnswer {
  readonly code: ErrorCode;
  readonly error: { readonly [name: string]: unknown };
  readonly text: string;
}

/** What the log needs to find the cause of an `internal` again. */
export type ReportFault = (ref: string, fault: unknown) => void;

const detailLimit = 1_500;

const detailLines = (details: ErrorDetails): string[] =>
  Object.entries(details).flatMap(([name, value]) => {
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    if (isEmpty || name === 'problems') return [];
    if (typeof value === 'string' && value.includes('\n')) return [fence(cut(value, detailLimit), name)];
    if (!Array.isArray(value)) return [`${name}: ${quoteJson(value, detailLimit)}`];
    const shown = value.slice(0, 20).map((item) => `- ${quoteJson(item, 400)}`);
    const left = value.length - shown.length;
    return [`${name}:`, ...shown, ...(left > 0 ? [`- ${left} more in the structured answer`] : [])];
  });

/**
 * The one place that turns whatever was thrown into an answer. A `Refusal` keeps its words; anything else is
 * `internal` with a `ref` that `report` repeats to the log, and none of its inner text.
 */
export const errorAnswer = (thrown: unknown, report: ReportFault): ErrorAnswer => {
  if (thrown instanceof Refusal) {
    const { code, message, hint, details } = thrown;
    return {
      code,
      error: { ...details, code, message, hint },
      text: [line(`${code}: ${message} ${hint}`), ...detailLines(details)].join('\n'),
    };
  }
  const ref = randomBytes(6).toString('hex');
  report(ref, thrown);
  const hint = `Read before you write again; if it happens again, give an admin the ref ${ref}.`;
  return errorAnswer(
    new Refusal('internal', 'Something went wrong inside the server.', hint, { ref }),
    report,
  );
};
