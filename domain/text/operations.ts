import { Refusal } from '../errors.ts';
import { findReplace } from './findReplace.ts';
import { insertText } from './insertText.ts';
import { dominantEnding, withEnding } from './lineEndings.ts';
import { replaceSection } from './replaceSection.ts';
import { parseSource } from './source.ts';

export type EditOperation = 'append' | 'prepend' | 'replace' | 'replaceSection' | 'findReplace';

export interface Edit {
  operation: EditOperation;
  content: string;
  section?: string | undefined;
  find?: string | undefined;
}

/**
 * The source after the edit. Nothing in `content` or `find` is interpreted; inserted lines take the note's dominant
 * line ending; what the edit does not name stays byte for byte. Errors: invalidArguments, noMatch, ambiguous,
 * notUnique, and invalidFrontmatter where the result would lose its frontmatter. Source: spec/engine.md, Editing.
 */
export function applyEdit(source: string, edit: Edit): string {
  const result = run(source, edit);
  if (result !== source) refuseLostFrontmatter(source, result);
  return result;
}

function run(source: string, edit: Edit): string {
  switch (edit.operation) {
    case 'append':
    case 'prepend':
      return insertText(source, edit.content, edit.operation);
    case 'replace':
      return replaceBody(source, edit.content);
    case 'replaceSection':
      return replaceSection(source, required(edit.section, 'section', edit.operation), edit.content);
    case 'findReplace':
      return findReplace(source, required(edit.find, 'find', edit.operation), edit.content);
  }
}

function required(value: string | undefined, name: string, operation: EditOperation): string {
  if (value !== undefined && value !== '') return value;
  const hint = name === 'find' ? 'the exact text to replace' : 'the heading of the section to replace';
  throw new Refusal(
    'invalidArguments',
    `The operation ${operation} needs "${name}".`,
    `Give ${hint} as "${name}".`,
    { argument: name },
  );
}

/** The frontmatter stays unless the content brings its own. LF content is written with the CRLF of a CRLF note. */
function replaceBody(source: string, content: string): string {
  const old = parseSource(source);
  const mayConvert = !content.includes('\r') && dominantEnding(source) === '\r\n';
  const body = mayConvert ? withEnding(content, '\r\n') : content;
  const brought = parseSource(body);
  if (brought.frontmatter !== null || old.frontmatter === null) return body;
  if (brought.warnings.length > 0) throw lostFrontmatter(brought.warnings);
  const head = source.slice(0, old.bodyStart);
  const needsBreak = body !== '' && !head.endsWith('\n');
  return head + (needsBreak ? (dominantEnding(head) ?? '\n') : '') + body;
}

/** Taking the whole block away is allowed; leaving a damaged one is not. */
function refuseLostFrontmatter(source: string, result: string): void {
  const before = parseSource(source);
  if (before.frontmatter === null) return;
  const after = parseSource(result);
  if (after.frontmatter !== null) return;
  if (result.trim() === before.body.trim()) return;
  throw lostFrontmatter(after.warnings);
}

function lostFrontmatter(warnings: readonly string[]): Refusal {
  const reason = warnings[0] === undefined ? '' : ` ${warnings[0]}`;
  return new Refusal(
    'invalidFrontmatter',
    `The edit would leave a note whose frontmatter cannot be read.${reason}`,
    'Keep the block valid YAML between two "---" lines at the very start, and send the edit again.',
    { warnings },
  );
}
