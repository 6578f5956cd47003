import type { Token } from 'markdown-it';
import type { Blocks } from './blocks.ts';
import type { LinkRef } from './linkRef.ts';
import { relationOfLine } from './relations.ts';
import { scanInline } from './scanInline.ts';

/** The links of a body that has been read, in their order. */
export function linksOf(source: string, blocks: Blocks): LinkRef[] {
  const links: LinkRef[][] = [];
  let inTable = false;
  blocks.tokens.forEach((token, index) => {
    if (token.type === 'table_open') inTable = true;
    else if (token.type === 'table_close') inTable = false;
    if (token.map === null) return;
    const from = blocks.lineStart(token.map[0]);
    const to = blocks.lineStart(token.map[1]);
    if (token.type === 'tr_open') links.push(rowLinks(source.slice(from, to), from, blocks));
    else if (token.type === 'inline' && !inTable && token.content.includes('[')) {
      const found = scanInline(source.slice(from, to), from, blocks.references);
      if (startsItem(blocks.tokens, index)) setRelation(source, from, found[0]);
      links.push(found);
    }
  });
  return links.flat().sort((a, b) => a.start - b.start);
}

/** A row is read cell by cell, since no code span or link crosses a cell; a bar inside [[ ]] does not end one. */
function rowLinks(row: string, offset: number, blocks: Blocks): LinkRef[] {
  if (!row.includes('[')) return [];
  const links: LinkRef[][] = [];
  let start = 0;
  for (const bar of row.matchAll(/\\.|\[\[[^[\]\r\n]+\]\]|\|/g)) {
    if (bar[0] !== '|') continue;
    links.push(scanInline(row.slice(start, bar.index), offset + start, blocks.references));
    start = bar.index + 1;
  }
  links.push(scanInline(row.slice(start), offset + start, blocks.references));
  return links.flat();
}

function startsItem(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 2]?.type === 'list_item_open';
}

function setRelation(source: string, lineStart: number, link: LinkRef | undefined): void {
  if (link === undefined || link.kind !== 'wiki') return;
  const rest = source.slice(link.end).search(/[\r\n]|$/);
  const relation = relationOfLine(
    source.slice(lineStart, link.start),
    source.slice(link.end, link.end + rest),
  );
  if (relation !== null) link.relation = relation;
}
