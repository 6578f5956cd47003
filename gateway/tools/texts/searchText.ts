import type { Answer } from '../answer.ts';
import { fence, line, lines, more, quote, quoteShort } from '../results.ts';
import { cutTokens, roughTokens } from '../roughTokens.ts';

type Found = Answer<'search'>;
type Hit = Found['results'][number];

/** Tokens for a page of up to 20 hits, head and fence left out. */
const pageTokens = 1_740;

/** The excerpt as one line, cut so that its first match stays inside. */
const passage = ({ excerpt, matches }: Hit, room: number): string => {
  const first = matches[0]?.start ?? 0;
  const before = roughTokens(excerpt.slice(0, first));
  const start = before > room / 2 ? Math.max(0, first - Math.floor(room)) : 0;
  const whole = /[\udc00-\udfff]/.test(excerpt.charAt(start)) ? start + 1 : start;
  return `${whole > 0 ? '…' : ''}${cutTokens(line(excerpt.slice(whole)), room)}`;
};

const row = (hit: Hit, index: number): string => {
  const place = hit.project === null ? hit.class : quoteShort(hit.project);
  const [title, path] = [quote(cutTokens(hit.title, 20)), quote(cutTokens(hit.path, 20))];
  return `${index + 1}. ${title} ${hit.noteId} ${hit.versionToken} ${place} ${path} @${hit.position}`;
};

/** A line a hit, then the excerpts in one fence by the same numbers, the shorter the more hits there are. */
export const searchText = (found: Found): string => {
  const { mode, reason, pendingNotes, results, total, nextCursor } = found;
  const how = `${mode}${reason === undefined ? '' : `, semantic search ${reason}`}`;
  const hits = total === 1 ? '1 hit' : `${total} hits`;
  const waiting = pendingNotes > 0 ? `; ${pendingNotes} notes not in the semantic index yet` : '';
  const rows = results.map(row);
  const left =
    pageTokens * Math.max(1, results.length / 20) - rows.reduce((sum, one) => sum + roughTokens(one), 0);
  const room = Math.max(6, Math.min(90, left / Math.max(1, results.length) - 4));
  const passages = results.map((hit, index) => `${index + 1}. ${passage(hit, room)}`);
  return lines(
    total === 0
      ? `No hits (${how}${waiting}): try fewer or other words, or look around with list_notes.`
      : `${hits}${results.length < total ? `, ${results.length} here` : ''} (${how}${waiting}): title, id, versionToken, project, path, @position`,
    rows,
    results.length === 0 ? undefined : fence(passages.join('\n'), 'From their text'),
    more(nextCursor),
  );
};
