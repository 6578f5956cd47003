import { Refusal } from '../errors.ts';
import { quote } from './quote.ts';
import { utf8Length } from './utf8Length.ts';

/** Bytes that one segment of a path may have. */
export const segmentLimit = 255;

/** Refuses a segment of a path as invalidPath, with the reason. Source: spec/engine.md, Paths. */
export function checkSegment(segment: string): void {
  const reason = segmentFault(segment);
  if (reason === null) return;
  throw new Refusal(
    'invalidPath',
    `The path segment ${quote(segment)} ${reason}.`,
    'Use a name without that; folders are separated by single slashes, as in "a/b.md".',
    { segment, reason },
  );
}

function segmentFault(segment: string): string | null {
  if (segment === '') return 'is empty';
  if (segment === '.' || segment === '..') return 'points at a folder instead of naming one';
  if (segment.includes('/')) return 'holds a slash';
  if (segment.includes('\\')) return 'holds a backslash';
  if (/[\p{Cc}\u2028\u2029]/u.test(segment)) return 'holds a control character or line break';
  if (/\p{Cs}/u.test(segment)) return 'holds a lone surrogate';
  if (/^[\s.]/.test(segment)) return 'starts with a space or a dot';
  if (/[\s.]$/.test(segment)) return 'ends with a space or a dot';
  if (hidesPath(segment)) return 'reads as another path once its percent signs are decoded';
  if (utf8Length(segment) > segmentLimit) return `is longer than ${segmentLimit} bytes in UTF-8`;
  return null;
}

/** Whether the segment, percent-decoded once or more, would climb, split or end a path. */
export function hidesPath(segment: string): boolean {
  let decoded = segment;
  for (let round = 0; round < 4 && decoded.includes('%'); round += 1) {
    decoded = decoded.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === '.' || decoded === '..' || /[/\\\p{Cc}]/u.test(decoded)) return true;
  }
  return false;
}
