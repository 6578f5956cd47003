import { type Fences, findFences, frontmatterLimit } from './fences.ts';
import { utf8Length } from './utf8Length.ts';
import { readYaml } from './yaml.ts';

export { setFrontmatter } from './setFrontmatter.ts';

export interface ParsedSource {
  /** raw: the text between the fences, without its last line end. data: plain JSON values, dates as text. */
  frontmatter: { raw: string; data: Readonly<Record<string, unknown>> } | null;
  /** Offset behind the closing fence's line; 0 where there is no frontmatter. */
  bodyStart: number;
  body: string;
  warnings: string[];
}

/**
 * Splits a source into frontmatter and body. Never throws: an unclosed, broken or oversized block is body plus a
 * warning, and a `---` that opens no YAML is a rule without one. Source: spec/engine.md, Paths, titles, frontmatter.
 */
export function parseSource(source: string): ParsedSource {
  const fences = findFences(source);
  if (fences === null) return asBody(source, null);
  if (fences.yamlEnd === null) {
    const next = source.slice(fences.yamlStart, fences.yamlStart + 400);
    return asBody(source, startsLikeYaml(next) ? 'The frontmatter is not closed by a "---" line' : null);
  }
  return parseBlock(source, fences, source.slice(fences.yamlStart, fences.yamlEnd));
}

function parseBlock(source: string, fences: Fences, yaml: string): ParsedSource {
  if (yaml.length > frontmatterLimit || utf8Length(yaml) > frontmatterLimit) {
    return asBody(source, 'The frontmatter is larger than 64 KiB');
  }
  const reading = readYaml(yaml);
  if (!reading.ok) {
    const prose = !startsLikeYaml(yaml.replace(/^\s+/, ''));
    return asBody(source, prose ? null : `The frontmatter is not valid YAML (${reading.problem})`);
  }
  return {
    frontmatter: { raw: yaml.replace(/\r?\n$/, ''), data: reading.data },
    bodyStart: fences.bodyStart,
    body: source.slice(fences.bodyStart),
    warnings: [],
  };
}

function asBody(source: string, problem: string | null): ParsedSource {
  const warnings = problem === null ? [] : [`${problem}; it is kept as text of the body.`];
  return { frontmatter: null, bodyStart: 0, body: source, warnings };
}

function startsLikeYaml(text: string): boolean {
  return /^(?:[ \t]*#[^\n]*\n)*[ \t]*(?:[\p{L}\p{N}_"'-][^:\n]*:(?:\s|$)|[{&*!<])/u.test(text);
}
