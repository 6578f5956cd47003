import { type Blocks, readBlocks } from './blocks.ts';
import { titleKey } from './findSection.ts';
import { headingsOf } from './headings.ts';
import { joinTexts, lastLineEnd } from './joinTexts.ts';
import { dominantEnding } from './lineEndings.ts';
import { parseSource } from './source.ts';

/** A line under '## Related': `link` as it is written, brackets and all. */
export interface RelatedLink {
  readonly relation: string;
  readonly link: string;
}

/**
 * The source with a line '- relation link' for each under '## Related': behind the last item of its list, or as a new
 * list below its text; the section is made at the end where it is missing. The note's line endings are kept.
 */
export function addRelatedLinks(source: string, links: readonly RelatedLink[]): string {
  if (links.length === 0) return source;
  const ending = dominantEnding(source) ?? '\n';
  const line = links.map(({ relation, link }) => `- ${relation} ${link}`).join(ending);
  const bodyStart = parseSource(source).bodyStart;
  const blocks = readBlocks(source, bodyStart);
  const headings = headingsOf(blocks, source.length);
  const related = headings.findIndex(({ level, title }) => level === 2 && titleKey(title) === 'related');
  const heading = headings[related];
  if (heading === undefined) {
    const section = `## Related${ending}${ending}${line}${ending}`;
    const body = joinTexts(source.slice(bodyStart), section, ending, 2);
    return joinTexts(source.slice(0, bodyStart), body, ending, 1);
  }
  const to = headings[related + 1]?.start ?? source.length;
  const list = lastList(blocks, heading.contentStart, to);
  const from = lastLineEnd(source.slice(0, list ?? to));
  const lineBreaks = list === null ? 2 : 1;
  const rest = source.slice(from);
  const above = joinTexts(source.slice(0, from), line, ending, lineBreaks);
  if (list === null && rest.trim() !== '') return joinTexts(above, rest, ending, 2);
  return rest === '' ? above + ending : joinTexts(above, rest, ending, 1);
}

/** Offset of the end of the last bullet list between two offsets; null where there is none. */
function lastList(blocks: Blocks, from: number, to: number): number | null {
  let end: number | null = null;
  for (const { type, level, map } of blocks.tokens) {
    if (type !== 'bullet_list_open' || level !== 0 || map === null) continue;
    const start = blocks.lineStart(map[0]);
    if (start >= from && start < to) end = blocks.lineStart(map[1]);
  }
  return end;
}
