import type { Answer } from '../answer.ts';
import { lines } from '../results.ts';
import { failure } from './failure.ts';

type Result = Answer<'linkMany'>['results'][number];

const row = ({ index, status, from, to, versionToken, error }: Result): string =>
  status === 'failed'
    ? `${index} failed${failure(error)}`
    : `${index} ${status} ${from ?? ''} to ${to ?? 'a title without a note yet'}, versionToken ${versionToken ?? ''}`;

/** Counts, every failure, and the first 20 of the rest. */
export const linkManyText = (answer: Answer<'linkMany'>): string => {
  const failures = answer.results.filter(({ status }) => status === 'failed');
  const others = answer.results.filter(({ status }) => status !== 'failed');
  const revision = answer.revision === null ? 'no revision' : `revision ${answer.revision}`;
  const rest = others.length - 20;
  return lines(
    `Links created ${answer.created}, unchanged ${answer.unchanged}, failed ${answer.failed} (${revision}); versionToken is that of the note that links.`,
    failures.map(row),
    others.slice(0, 20).map(row),
    rest > 0 ? `${rest} more were created or unchanged: see the structured answer.` : undefined,
  );
};
