import { nestingLimit, readBlocks } from './blocks.ts';
import { cleanList, cleanText, cleanTitle, readTags } from './facts.ts';
import { type Heading, headingsOf } from './headings.ts';
import type { LinkRef } from './linkRef.ts';
import { linksOf } from './linksOf.ts';
import { parseSource } from './source.ts';

export type { Heading } from './headings.ts';

/** Everything that is derived from a source when it is committed. */
export interface NoteFacts {
  title: string;
  titleFrom: 'frontmatter' | 'heading' | 'file';
  type: string | null;
  tags: string[];
  aliases: string[];
  description: string | null;
  status: string | null;
  headings: Heading[];
  links: LinkRef[];
  bodyStart: number;
  warnings: string[];
}

const linkLimit = 5000;
const listLimit = 100;

/**
 * The facts of a note. Never throws: what is beyond a limit (5,000 links, 100 tags, 100 aliases, nesting 100, a title
 * of 300 characters) is cut with a warning. Source: spec/engine.md, Paths, titles, frontmatter; Limits.
 */
export function noteFacts(source: string, fileName: string): NoteFacts {
  const parsed = parseSource(source);
  const data = parsed.frontmatter?.data ?? {};
  const warnings = [...parsed.warnings];
  const blocks = readBlocks(source, parsed.bodyStart);
  if (blocks.tokens.some((token) => token.level >= nestingLimit - 1)) {
    warnings.push(`Blocks nested deeper than ${nestingLimit} are kept as text: links in them are not read.`);
  }
  const headings = headingsOf(blocks, source.length);
  const first = blocks.tokens[0];
  const opening = first?.type === 'heading_open' && first.tag === 'h1' ? headings[0] : undefined;
  return {
    ...titleOf(data.title, opening, fileName, warnings),
    type: cleanText(data.type),
    tags: limited(readTags(data.tags), listLimit, 'tags', warnings),
    aliases: limited(cleanList(data.aliases), listLimit, 'aliases', warnings),
    description: cleanText(data.description),
    status: cleanText(data.status),
    headings,
    links: limited(linksOf(source, blocks), linkLimit, 'links', warnings),
    bodyStart: parsed.bodyStart,
    warnings,
  };
}

function titleOf(
  value: unknown,
  opening: Heading | undefined,
  fileName: string,
  warnings: string[],
): Pick<NoteFacts, 'title' | 'titleFrom'> {
  const written =
    typeof value === 'string' || typeof value === 'number' ? cleanTitle(String(value), warnings) : '';
  if (written !== '') return { title: written, titleFrom: 'frontmatter' };
  const heading = opening === undefined ? '' : cleanTitle(opening.title, warnings);
  if (heading !== '') return { title: heading, titleFrom: 'heading' };
  return { title: fileTitle(fileName), titleFrom: 'file' };
}

const fileTitle = (fileName: string): string => fileName.replace(/\.md$/i, '');

/** The facts of the same source under another file name, without reading it again. */
export const underName = (facts: NoteFacts, fileName: string): NoteFacts =>
  facts.titleFrom === 'file' ? { ...facts, title: fileTitle(fileName) } : facts;

function limited<T>(items: T[], limit: number, what: string, warnings: string[]): T[] {
  if (items.length <= limit) return items;
  warnings.push(`The note has ${items.length} ${what}; the first ${limit} count.`);
  return items.slice(0, limit);
}
