import { readBlocks } from './blocks.ts';
import { joinTexts } from './joinTexts.ts';
import { dominantEnding, withEnding } from './lineEndings.ts';
import { parseSource } from './source.ts';

const item = /^ {0,3}(?:([-*+])|(\d{1,9})[.)])[ \t]+\S/;

/**
 * `content` at the end of the body or at its start, behind the frontmatter. One blank line lies between, or a line
 * break where a list goes on. The old text stays as it is; empty content changes nothing.
 */
export function insertText(source: string, content: string, where: 'append' | 'prepend'): string {
  if (content === '') return source;
  const noteEnding = dominantEnding(source);
  const ending = noteEnding ?? '\n';
  const text = withEnding(content, noteEnding);
  const { bodyStart } = parseSource(source);
  const start = Math.max(bodyStart, source.startsWith('\uFEFF') ? 1 : 0);
  const body = source.slice(start);
  if (where === 'append') {
    const joined = joinTexts(body, text, ending, continuesList(source, bodyStart, text) ? 1 : 2);
    return withHead(source.slice(0, start), joined, ending);
  }
  const gap = bodyStart > 0 ? (/^(?:[ \t]*\r?\n)*/.exec(body)?.[0].length ?? 0) : 0;
  const rest = body.slice(gap);
  const listGoesOn = markerOf(rest) !== null && markerOf(text) === markerOf(rest);
  const joined = joinTexts(text, rest, ending, listGoesOn ? 1 : 2);
  return withHead(source.slice(0, start + gap), joined, ending);
}

/** A closing fence that ends the source gets its line ending before any text follows it. */
function withHead(head: string, body: string, ending: '\n' | '\r\n'): string {
  return head.length > 1 ? joinTexts(head, body, ending, 1) : head + body;
}

/** Whether the text is an item for the list that ends the body, or starts one right below its last paragraph. */
function continuesList(source: string, bodyStart: number, text: string): boolean {
  const found = item.exec(text);
  if (found === null) return false;
  const { tokens } = readBlocks(source, bodyStart);
  const last = tokens.at(-1)?.type;
  if (last === 'bullet_list_close' || last === 'ordered_list_close') return true;
  return last === 'paragraph_close' && (found[2] === undefined || Number(found[2]) === 1);
}

function markerOf(text: string): string | null {
  const found = item.exec(text);
  return found === null ? null : (found[1] ?? 'number');
}
