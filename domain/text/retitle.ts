import { Refusal } from '../errors.ts';
import { fold } from './fold.ts';
import type { Heading } from './headings.ts';
import { type NoteFacts, noteFacts } from './note.ts';
import { parseSource, setFrontmatter } from './source.ts';

/**
 * A note's source under another title and file name. The title changes where it came from: in the frontmatter, the
 * first heading, or the file name alone; where it would not be read back from there, it is written to the frontmatter.
 * The old title joins the aliases unless it differs by case alone. Every other byte stays.
 * @throws Refusal `invalidFrontmatter` where no frontmatter can hold it.
 */
export function retitle(
  source: string,
  name: { readonly from: string; readonly to: string },
  title: string,
): { source: string; facts: NoteFacts } {
  const before = noteFacts(source, name.from);
  const known = [title, ...before.aliases].map(fold);
  const listed = parseSource(source).frontmatter?.data.aliases;
  const old: readonly unknown[] = Array.isArray(listed) ? listed : before.aliases;
  const aliases = known.includes(fold(before.title)) ? null : [...old, before.title];
  const [heading] = before.headings;
  const inText = before.titleFrom === 'heading' && heading ? rewriteHeading(source, heading, title) : source;
  const ways = [
    ...(before.titleFrom === 'frontmatter' ? [] : [{ text: inText, changes: {} }]),
    { text: source, changes: { title } },
  ];
  for (const { text, changes } of ways) {
    const written = setFrontmatter(text, { ...changes, ...(aliases ? { aliases } : {}) });
    const facts = noteFacts(written, name.to);
    // A block that grows past its limit would become body.
    const isWhole = bodyOf(written, facts.bodyStart) === bodyOf(text, parseSource(text).bodyStart);
    if (facts.title === title && isWhole) return { source: written, facts };
  }
  throw new Refusal(
    'invalidFrontmatter',
    'The frontmatter cannot take that title: it has more than 64 KiB.',
    'Make the frontmatter smaller with edit_note, then rename.',
  );
}

const bodyOf = (source: string, start: number): string => source.slice(start).replace(/^\uFEFF/, '');

/** The heading's text alone, on one line: its marks, indent and line end stay. Its level is 1. */
function rewriteHeading(source: string, { start, contentStart }: Heading, title: string): string {
  const lines = source.slice(start, contentStart);
  const atx = /^ {0,3}#[ \t]+/.exec(lines)?.[0];
  const from = (atx ?? /^ {0,3}/.exec(lines)?.[0] ?? '').length;
  const to = atx === undefined ? setextEnd(lines) : atxEnd(lines);
  return (
    source.slice(0, start) +
    lines.slice(0, from) +
    title +
    lines.slice(Math.max(from, to)) +
    source.slice(contentStart)
  );
}

/** Where the text ends in front of a closing sequence of '#'. Source: CommonMark, ATX headings. */
function atxEnd(line: string): number {
  const end = line.trimEnd().length;
  let marks = end;
  while (line[marks - 1] === '#') marks -= 1;
  return marks < end && /[ \t]/.test(line[marks - 1] ?? '') ? line.slice(0, marks).trimEnd().length : end;
}

/** Where the text ends in front of the underline. */
function setextEnd(lines: string): number {
  const text = lines.trimEnd();
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'), 0)).trimEnd().length;
}
