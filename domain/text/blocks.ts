import MarkdownIt, { type Token } from 'markdown-it';
import { lineStarts } from './lines.ts';

/** Block nesting that is read; what stands deeper is text without structure. */
export const nestingLimit = 100;

// Blocks alone: inline text is scanned in the source itself, where offsets are exact.
const markdown = new MarkdownIt('commonmark').enable('table');
Object.assign(markdown.options, { maxNesting: nestingLimit });
markdown.core.ruler.enableOnly(['normalize', 'block']);

/** Link reference definitions by their normalized label: the destination as markdown-it encodes it. */
export type References = ReadonlyMap<string, string>;

export interface Blocks {
  tokens: readonly Token[];
  references: References;
  /** Offset in the source at which the body's line (as in a token's map) starts; the source's length behind the last. */
  lineStart(line: number): number;
  /** Number of the body's first line in the source, counted from 1. */
  firstLine: number;
}

/** The block structure of a source's body, read as CommonMark with tables. */
export function readBlocks(source: string, bodyStart: number): Blocks {
  const from = bodyStart === 0 && source.startsWith('\uFEFF') ? 1 : bodyStart;
  const starts = lineStarts(source, from);
  const environment: { references?: unknown } = {};
  const tokens = markdown.parse(source.slice(from), environment);
  return {
    tokens,
    references: readReferences(environment.references),
    lineStart: (line) => starts[line] ?? source.length,
    firstLine: from <= 1 ? 1 : lineStarts(source.slice(0, from)).length,
  };
}

/** The key by which a reference's label is looked up. Source: CommonMark, Link reference definitions. */
export function referenceKey(label: string): string {
  return markdown.utils.normalizeReference(label);
}

/** Backslash escapes and entities resolved, as in a link's destination or text. */
export function unescapeMarkdown(text: string): string {
  return text.includes('\\') || text.includes('&') ? markdown.utils.unescapeAll(text) : text;
}

function readReferences(found: unknown): References {
  const references = new Map<string, string>();
  if (typeof found !== 'object' || found === null) return references;
  for (const [label, entry] of Object.entries(found)) {
    if (typeof entry === 'object' && entry !== null && 'href' in entry && typeof entry.href === 'string') {
      references.set(label, entry.href);
    }
  }
  return references;
}
