import type { Heading } from './headings.ts';
import { quote } from './quote.ts';

const named = 100;

/** A warning for each heading that an edit took away, the first 100 by name. Source: spec/tools.md, edit_note. */
export function vanishedHeadings(
  before: readonly Pick<Heading, 'level' | 'title'>[],
  after: readonly Pick<Heading, 'title'>[],
): string[] {
  const left = new Map<string, number>();
  for (const { title } of after) left.set(title, (left.get(title) ?? 0) + 1);
  const gone = before.filter(({ title }) => {
    const kept = left.get(title) ?? 0;
    left.set(title, kept - 1);
    return kept <= 0;
  });
  const warnings = gone
    .slice(0, named)
    .map(({ title, level }) => `Heading ${quote(`${'#'.repeat(level)} ${title}`)} is gone.`);
  return gone.length > named ? [...warnings, `${gone.length - named} more headings are gone.`] : warnings;
}
