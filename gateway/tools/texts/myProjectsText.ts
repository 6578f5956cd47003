import type { Answer } from '../answer.ts';
import { day, lines, more, quoteShort } from '../results.ts';

export const myProjectsText = ({ projects, total, nextCursor }: Answer<'myProjects'>): string =>
  lines(
    `${total} projects${projects.length < total ? `, ${projects.length} here` : ''}.`,
    projects.map(
      ({ handle, name, role, notes, updatedAt }) =>
        `- ${quoteShort(handle)}${name === handle ? '' : ` ${quoteShort(name)}`}: ${role}, ${notes} notes${updatedAt === null ? '' : `, changed ${day(updatedAt)}`}`,
    ),
    more(nextCursor),
  );
