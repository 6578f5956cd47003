import type { Answer } from '../answer.ts';
import { author, day, fence, firstRows, line, lines, quote, quoteJson, quoteShort } from '../results.ts';

type Note = Answer<'getNote'>;

const place = ({ range, partial }: Note): string | undefined => {
  if (range === undefined) return partial === undefined ? undefined : line(partial);
  const rest = range.end < range.total ? `; go on with offset ${range.end}` : '';
  const warning = partial === undefined ? '' : `; ${line(partial)}`;
  return `Characters ${range.start} to ${range.end} of ${range.total}${rest}${warning}`;
};

const found = ({ find }: Note): string | undefined => {
  if (find === undefined) return undefined;
  const more = find.total > find.positions.length ? ' …' : '';
  return `${find.total} matches, at ${find.positions.join(', ')}${more}`;
};

const details = ({ rawFrontmatter, outline, links, revisions }: Note): string[] => [
  ...(rawFrontmatter === undefined ? [] : [fence(rawFrontmatter, 'Frontmatter as written')]),
  ...(outline === undefined ? [] : ['Outline:']),
  ...firstRows(
    outline ?? [],
    ({ level, title, line: at }) => `- ${'#'.repeat(level)} ${quoteShort(title)} line ${at}`,
    100,
  ),
  ...(links === undefined ? [] : [`Links out (${links.outgoing.length}), in (${links.totalIncoming}):`]),
  ...firstRows(
    links?.outgoing ?? [],
    ({ relation, noteId, title }) =>
      `- to ${quoteShort(relation)} ${quoteShort(title)} ${noteId ?? 'unresolved'}`,
  ),
  ...firstRows(
    links?.incoming ?? [],
    ({ relation, noteId, title }) => `- from ${quoteShort(title)} ${noteId} ${quoteShort(relation)}`,
  ),
  ...(revisions === undefined ? [] : ['Last changes:']),
  ...firstRows(
    revisions ?? [],
    (one) =>
      `- revision ${one.revision} ${one.at} ${one.kind} by ${author(one.by)}, +${one.added} −${one.removed}, versionToken ${one.versionToken}`,
  ),
];

/** get_note's text: a head with id and version token, the text in a fence, then what `detailed` adds. */
export const noteText = (note: Note): string => {
  const { noteId, title, project, path, frontmatter, provenance } = note;
  const where = project === null ? note.class : quoteShort(project);
  return lines(
    `${quote(title)} ${noteId} in ${where} at ${quote(path)}, versionToken ${note.versionToken}`,
    `Revision ${provenance.revision}, changed ${provenance.modifiedAt} by ${author(provenance.modifiedBy)}, made ${day(provenance.createdAt)} by ${author(provenance.createdBy)}`,
    Object.keys(frontmatter).length === 0 ? undefined : `Frontmatter ${quoteJson(frontmatter, 2_000)}`,
    place(note),
    found(note),
    fence(note.content, `Text of note ${noteId}`),
    details(note),
  );
};
