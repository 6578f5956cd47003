import { hidesPath, segmentLimit } from './segments.ts';
import { utf8Length } from './utf8Length.ts';

// Of Windows, macOS and Linux together; # ^ [ ] | would break a link to the file. Bidi controls disguise names.
const unsafe = /(?:[<>:"/\\|?*#^[\]\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff])+/gu;
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:$|[.\s])/i;
const extension = '.md';
/** Room for '-999' and ' (restored 99)', so that a suffix never has to cut the name again. */
const suffixRoom = utf8Length('-999 (restored 99)');
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The file name for a title: letters of every script kept, characters unsafe in a file system or a link replaced by
 * '-', reserved names changed, never empty. Passes checkSegment and leaves room for suffixes within 255 bytes.
 */
export function fileNameForTitle(title: string): string {
  let name = title.normalize('NFC').replace(unsafe, '-').replace(/\s+/g, ' ');
  if (hidesPath(name)) name = name.replaceAll('%', '-');
  name = trimEdges(trimEdges(name).replace(/\.md$/i, ''));
  if (reserved.test(name)) name = `_${name}`;
  name = trimEdges(cut(name, segmentLimit - suffixRoom - extension.length));
  return `${/^[-\s]*$/.test(name) ? 'untitled' : name}${extension}`;
}

/** 'a.md' and '-2' give 'a-2.md', still within 255 bytes; the name gives way, not the suffix. */
export function withSuffix(name: string, suffix: string): string {
  const end = `${suffix}${extension}`;
  const base = name.endsWith(extension) ? name.slice(0, -extension.length) : name;
  return trimEnd(cut(base, segmentLimit - utf8Length(end))) + end;
}

function trimEdges(name: string): string {
  return trimEnd(name.replace(/^[\s.]+/, ''));
}

function trimEnd(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s.]/.test(name[end - 1] ?? '')) end -= 1;
  return name.slice(0, end);
}

/** The longest start within `limit` bytes that splits no grapheme, or no code point where one grapheme is too long. */
function cut(text: string, limit: number): string {
  if (utf8Length(text) <= limit) return text;
  const start = text.slice(0, limit + 1);
  const whole = longest(
    Array.from(graphemes.segment(start), (part) => part.segment),
    limit,
  );
  return whole === '' ? longest([...start], limit) : whole;
}

function longest(parts: readonly string[], limit: number): string {
  let bytes = 0;
  let kept = '';
  for (const part of parts) {
    bytes += utf8Length(part);
    if (bytes > limit) break;
    kept += part;
  }
  return kept;
}
