import { type References, referenceKey, unescapeMarkdown } from './blocks.ts';
import { codeSpans } from './codeSpans.ts';
import { readDestination, relativeTarget } from './destinations.ts';
import type { LinkRef } from './linkRef.ts';

const special = /[\\`<![\]]/g;
const wiki = /\[\[([^[\]\r\n]+)\]\]/y;
const attribute = /\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/.source;
const tag = new RegExp(`<(?:[a-z][a-z0-9-]*(?:${attribute})*\\s*/?|/[a-z][a-z0-9-]*\\s*)>`, 'iy');
const autolink = /<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>/iy;

interface Bracket {
  start: number;
  textStart: number;
  image: boolean;
}

/**
 * The links in one inline text, which stands at `offset` in the source: wiki links, embeds and relative Markdown
 * links, all with the relation 'links-to'. Code spans, HTML tags, comments, escapes and images hold none.
 */
export function scanInline(text: string, offset: number, references: References): LinkRef[] {
  const links: LinkRef[] = [];
  const codeEnd = codeSpans(text);
  let open: Bracket[] = [];
  let commentsEnd = true;
  let at = 0;
  for (;;) {
    special.lastIndex = at;
    const found = special.exec(text);
    if (found === null) break;
    const start = found.index;
    const sign = found[0];
    at = start + 1;
    if (sign === '\\') at += 1;
    else if (sign === '`') {
      const length = runLength(text, start);
      at = codeEnd(start, length) ?? start + length;
    } else if (sign === '<') {
      if (commentsEnd && text.startsWith('<!--', start)) {
        const close = text.indexOf('-->', start + 4);
        commentsEnd = close !== -1;
        if (commentsEnd) at = close + 3;
      } else at = behind(tag, text, start) ?? behind(autolink, text, start) ?? at;
    } else if (sign === ']') {
      const bracket = open.pop();
      if (bracket === undefined) continue;
      const link = markdownLink(text, bracket, start, references);
      if (link === null) continue;
      at = link.end;
      if (bracket.image) continue;
      open = open.filter((outer) => outer.image);
      if (link.ref !== null) links.push(shift(link.ref, offset));
    } else {
      const image = sign === '!';
      const bracket = image ? start + 1 : start;
      if (text[bracket] !== '[') continue;
      const link = wikiLink(text, start, bracket, codeEnd);
      if (link === null) {
        open.push({ start, textStart: bracket + 1, image });
        at = bracket + 1;
        continue;
      }
      at = link.end;
      open = open.filter((outer) => outer.image);
      if (link.target !== '') links.push(shift(link, offset));
    }
  }
  return links;
}

function wikiLink(
  text: string,
  start: number,
  bracket: number,
  codeEnd: (at: number, length: number) => number | null,
): LinkRef | null {
  wiki.lastIndex = bracket;
  const inner = wiki.exec(text)?.[1];
  if (inner === undefined) return null;
  const end = wiki.lastIndex;
  // A code span binds closer than a link: one that opens inside and ends outside takes the brackets with it.
  for (let tick = inner.indexOf('`'); tick !== -1; ) {
    const length = runLength(inner, tick);
    const close = codeEnd(bracket + 2 + tick, length);
    if (close !== null && close > end - 2) return null;
    tick = inner.indexOf('`', close === null ? tick + length : close - bracket - 2);
  }
  const content = inner.replaceAll('\\|', '|');
  const bar = content.indexOf('|');
  const address = bar === -1 ? content : content.slice(0, bar);
  const hash = address.indexOf('#');
  return {
    kind: start === bracket ? 'wiki' : 'embed',
    relation: 'links-to',
    target: (hash === -1 ? address : address.slice(0, hash)).trim(),
    heading: hash === -1 ? null : nonEmpty(address.slice(hash + 1)),
    label: bar === -1 ? null : nonEmpty(content.slice(bar + 1)),
    start,
    end,
  };
}

/** The link or image whose text ends at `close`; `ref` is null where it leads to no note. */
function markdownLink(
  text: string,
  bracket: Bracket,
  close: number,
  references: References,
): { end: number; ref: LinkRef | null } | null {
  const label = text.slice(bracket.textStart, close);
  const destination = readDestination(text, close + 1) ?? reference(text, label, close, references);
  if (destination === null) return null;
  const to = relativeTarget(destination.raw);
  if (to === null) return { end: destination.end, ref: null };
  const shown = nonEmpty(unescapeMarkdown(label).replace(/\s+/g, ' '));
  const place = { start: bracket.start, end: destination.end };
  return {
    end: destination.end,
    ref: { kind: 'markdown', relation: 'links-to', ...to, label: shown, ...place },
  };
}

function reference(
  text: string,
  label: string,
  close: number,
  references: References,
): { raw: string; end: number } | null {
  if (references.size === 0) return null;
  const full = /\[([^[\]]{0,999})\]/y;
  full.lastIndex = close + 1;
  const named = full.exec(text);
  const key = named === null || named[1] === '' ? label : (named[1] ?? label);
  if (key.length > 999) return null;
  const raw = references.get(referenceKey(key));
  return raw === undefined ? null : { raw, end: close + 1 + (named?.[0].length ?? 0) };
}

function shift(link: LinkRef, offset: number): LinkRef {
  return { ...link, start: link.start + offset, end: link.end + offset };
}

function nonEmpty(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}

function runLength(text: string, at: number): number {
  let end = at;
  while (text[end] === '`') end += 1;
  return end - at;
}

function behind(sticky: RegExp, text: string, at: number): number | null {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : null;
}
