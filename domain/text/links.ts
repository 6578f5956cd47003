import { readBlocks } from './blocks.ts';
import type { LinkRef } from './linkRef.ts';
import { linksOf } from './linksOf.ts';

export { addRelatedLinks, type RelatedLink } from './addRelatedLinks.ts';
export type { LinkRef } from './linkRef.ts';
export { isRelation } from './relations.ts';

/**
 * The links of the body that starts at `bodyStart`, in order: [[Target]], [[Target#Heading|text]], ![[embed]] and
 * relative Markdown links. Code, HTML, images, URLs with a scheme and bare #anchors give none.
 * Source: spec/engine.md, Links; CommonMark.
 */
export function extractLinks(source: string, bodyStart: number): LinkRef[] {
  return linksOf(source, readBlocks(source, bodyStart));
}

/** '[[target]]' or '[[target|label]]'. Brackets and line breaks in a label, which would end the link, are replaced. */
export function writeLink(target: string, label: string | null): string {
  if (label === null || label.trim() === '') return `[[${target}]]`;
  const shown = label.replaceAll('[', '(').replaceAll(']', ')').replace(/\s+/g, ' ').trim();
  return `[[${target}|${shown}]]`;
}

/** Whether the title can stand inside [[ ]] as it is and is read back the same. */
export function isLinkable(title: string): boolean {
  return title !== '' && title === title.trim() && !/[[\]|#^`\r\n]/.test(title) && !title.endsWith('\\');
}
