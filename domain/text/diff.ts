import { diffLines, diffWordsWithSpace, structuredPatch } from 'diff';

/** Characters (UTF-16 units) that an edit added and removed. */
export interface Change {
  added: number;
  removed: number;
}

/** Lines added and removed. diff: unified-style hunks of at most 200 lines; null beyond 200 lines or 50 ms. */
export interface LineDiff {
  added: number;
  removed: number;
  diff: string | null;
  truncated: boolean;
}

export interface WordChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

const lineLimit = 200;
const timeout = 50;
const refinedLength = 64 * 1024;
const refinedEdits = 100;

/** Exact where one region changed; several are told apart by lines while that is cheap, else counted as one. */
export function countChange(before: string, after: string): Change {
  const [removed, added] = differing(before, after);
  if (removed === '' || added === '' || removed.length + added.length > refinedLength)
    return sizes(removed, added);
  if (!removed.includes('\n') || !added.includes('\n')) return sizes(removed, added);
  const parts = diffLines(removed, added, { maxEditLength: refinedEdits });
  if (parts === undefined) return sizes(removed, added);
  const total = { added: 0, removed: 0 };
  let gone = '';
  let come = '';
  for (const part of [...parts, { added: false, removed: false, value: '' }]) {
    if (part.removed) gone += part.value;
    else if (part.added) come += part.value;
    else {
      const [lost, won] = differing(gone, come);
      total.removed += lost.length;
      total.added += won.length;
      gone = '';
      come = '';
    }
  }
  return total;
}

/** The change by lines, for people and agents to read. Line endings are not shown. */
export function lineDiff(before: string, after: string): LineDiff {
  if (before === after) return { added: 0, removed: 0, diff: '', truncated: false };
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout });
  if (patch === undefined) return { ...countLines(before, after), diff: null, truncated: true };
  let added = 0;
  let removed = 0;
  const lines: string[] = [];
  for (const hunk of patch.hunks) {
    lines.push(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`);
    for (const line of hunk.lines) {
      if (line.startsWith('+')) added += 1;
      else if (line.startsWith('-')) removed += 1;
      lines.push(line.replace(/\r$/, ''));
    }
  }
  const truncated = lines.length > lineLimit;
  return { added, removed, diff: truncated ? null : lines.join('\n'), truncated };
}

/** The change by words; one removal and one addition where telling more would take longer than 50 ms. */
export function wordDiff(before: string, after: string): WordChange[] {
  const parts = diffWordsWithSpace(before, after, { timeout }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return parts
    .filter(({ value }) => value !== '')
    .map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    }));
}

/** What lies between the common start and the common end of two texts; no surrogate pair is split. */
function differing(before: string, after: string): [string, string] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (isHigh(before, start - 1) || isHigh(after, start - 1)) start -= 1;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1;
  if (end > 0 && (isLow(before, before.length - end) || isLow(after, after.length - end))) end -= 1;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}

function isHigh(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function sizes(removed: string, added: string): Change {
  return { added: added.length, removed: removed.length };
}

function countLines(before: string, after: string): Change {
  const [removed, added] = differing(before, after);
  return { added: added.split('\n').length, removed: removed.split('\n').length };
}
