import type { Answer } from '../answer.ts';
import { line, lines, quoteShort } from '../results.ts';
import { failure } from './failure.ts';

type Created = Answer<'createNotes'>;
type Result = Created['results'][number];

const row = (one: Result): string => {
  const facts = [
    one.noteId,
    one.path === undefined ? undefined : quoteShort(one.path),
    one.versionToken,
    one.reason,
  ];
  const known = facts.filter((fact) => fact !== undefined).join(' ');
  const warnings = (one.warnings ?? []).map((warning) => `; warning: ${line(warning)}`).join('');
  return `${one.index} ${one.status}${known === '' ? '' : ` ${known}`}${failure(one.error)}${warnings}`;
};

/** Counts, every failure, and the first 20 of the rest. */
export const createNotesText = (answer: Created): string => {
  const failures = answer.results.filter(({ status }) => status === 'failed');
  const others = answer.results.filter(({ status }) => status !== 'failed');
  const revision = answer.revision === null ? 'no revision' : `revision ${answer.revision}`;
  const rest = others.length - 20;
  return lines(
    `Created ${answer.created}, skipped ${answer.skipped}, failed ${answer.failed} (${revision}); links unresolved ${answer.unresolvedLinks}, ambiguous ${answer.ambiguousLinks}.`,
    failures.map(row),
    others.slice(0, 20).map(row),
    rest > 0 ? `${rest} more were created or skipped: see the structured answer.` : undefined,
  );
};
