import { changeYaml } from './changeYaml.ts';
import { findFences, frontmatterLimit } from './fences.ts';
import { dominantEnding } from './lineEndings.ts';
import { utf8Length } from './utf8Length.ts';
import { readYaml } from './yaml.ts';

/**
 * Sets the named top-level keys of the frontmatter, or deletes those whose value is undefined. Every other byte stays:
 * comments, order, quoting, line endings, body. A list that only grows keeps its lines. Where the source has no
 * readable frontmatter, a new block goes before all of it (behind a BOM), unless there is nothing to set.
 */
export function setFrontmatter(source: string, changes: Readonly<Record<string, unknown>>): string {
  const fences = findFences(source);
  if (fences !== null && fences.yamlEnd !== null) {
    const yaml = source.slice(fences.yamlStart, fences.yamlEnd);
    if (utf8Length(yaml) <= frontmatterLimit && readYaml(yaml).ok) {
      const ending = source.slice(0, fences.yamlStart).endsWith('\r\n') ? '\r\n' : '\n';
      const changed = changeYaml(yaml, changes, ending);
      return source.slice(0, fences.yamlStart) + changed + source.slice(fences.yamlEnd);
    }
  }
  return withNewBlock(source, changes);
}

function withNewBlock(source: string, changes: Readonly<Record<string, unknown>>): string {
  const ending = dominantEnding(source) ?? '\n';
  const yaml = changeYaml('', changes, ending);
  if (yaml === '') return source;
  const bom = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  return `${bom}---${ending}${yaml}---${ending}${source.slice(bom.length)}`;
}
