import type { Answer } from '../answer.ts';
import { lines, more } from '../results.ts';
import { changeColumns, changeRow } from './changeRow.ts';

export const recentActivityText = ({ changes, total, nextCursor }: Answer<'recentActivity'>): string =>
  lines(
    `${total === 1 ? '1 change' : `${total} changes`}${changes.length < total ? `, ${changes.length} here` : ''}${changes.length === 0 ? '' : `: ${changeColumns}`}`,
    changes.map(changeRow),
    more(nextCursor),
  );
