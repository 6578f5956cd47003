import { unescapeMarkdown } from './blocks.ts';

/** What stands in a Markdown link's parentheses: the raw destination, and the offset behind the ')'. */
export interface Destination {
  raw: string;
  end: number;
}

const longest = 4096;
const deepest = 32;
const angled = /<((?:[^<>\\\r\n]|\\.)*)>/y;
const title = /\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))/sy;
const space = /\s*/y;

/** Reads '(destination "title")' at `at`; null where it is none. Source: CommonMark, Links. */
export function readDestination(text: string, at: number): Destination | null {
  if (text[at] !== '(') return null;
  let end = behind(space, text, at + 1) ?? at + 1;
  const start = end;
  let raw = '';
  const close = text[start] === '<' ? behind(angled, text, start) : null;
  if (close !== null) {
    raw = text.slice(start + 1, close - 1);
    end = close;
  } else {
    if (text[start] === '<') return null;
    end = bareEnd(text, start);
    raw = text.slice(start, end);
  }
  end = behind(title, text, end) ?? end;
  end = behind(space, text, end) ?? end;
  return text[end] === ')' ? { raw, end: end + 1 } : null;
}

function bareEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  for (; at < text.length && at - start < longest; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit <= 32 || unit === 127) break;
    if (unit === 92) at += 1;
    else if (unit === 40 && depth < deepest) depth += 1;
    else if (unit === 40) break;
    else if (unit === 41) {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return Math.min(at, text.length);
}

function behind(sticky: RegExp, text: string, at: number): number | null {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : null;
}

/**
 * The note that a destination names and the heading in it, unescaped and percent-decoded; null for what is no
 * relative link: a URL with a scheme or host, a bare #anchor, nothing at all.
 */
export function relativeTarget(raw: string): { target: string; heading: string | null } | null {
  const text = unescapeMarkdown(raw);
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('//')) return null;
  const hash = text.indexOf('#');
  const target = decode(hash === -1 ? text : text.slice(0, hash)).trim();
  const heading = hash === -1 ? '' : decode(text.slice(hash + 1)).trim();
  return target === '' ? null : { target, heading: heading === '' ? null : heading };
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    const decoded = decodeURIComponent(text);
    return /\p{Cc}/u.test(decoded) ? text : decoded;
  } catch {
    return text;
  }
}
