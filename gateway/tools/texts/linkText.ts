import type { Answer } from '../answer.ts';
import { quoteShort } from '../results.ts';

type Linked = Answer<'link'>;

export const linkText = ({ from, to, relation, resolved, outcome, versionToken }: Linked): string => {
  const done = outcome === 'created' ? 'Linked' : 'Already linked, unchanged:';
  const end =
    resolved && to !== undefined ? to : 'a title that no note has yet; it resolves when one appears';
  return `${done} ${from} ${quoteShort(relation)} to ${end}; versionToken of ${from} ${versionToken}.`;
};
