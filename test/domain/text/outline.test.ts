import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSection, outline } from '../../../domain/text/outline.ts';
import { hostile } from './hostile.ts';
import { refusalOf } from './refusal.ts';

const titles = (source: string) => outline(source).map(({ level, title, line }) => [level, title, line]);

describe('outline', () => {
  test.each([
    [
      '# A\n## B ##\n',
      [
        [1, 'A', 1],
        [2, 'B', 2],
      ],
    ],
    ['---\nt: 1\n---\n\n# A', [[1, 'A', 5]]],
    [
      'A\nb\n===\n\nC\n---\n',
      [
        [1, 'A b', 1],
        [2, 'C', 5],
      ],
    ],
    ['\uFEFF# A', [[1, 'A', 1]]],
    [
      '# A\r\n\r\n## B\r\n',
      [
        [1, 'A', 1],
        [2, 'B', 3],
      ],
    ],
    ['```\n# no\n```\n~~~\n# no\n~~~\n    # no\n', []],
    ['<div>\n# no\n</div>\n\n<!--\n# no\n-->\n', []],
    ['| a |\n|---|\n| ## K |\n', []],
    ['> # no\n\n- # no\n', []],
    ['#no\n\n####### no\n\\# no\n', []],
    ['#\n', [[1, '', 1]]],
  ])('%j', (source, expected) => {
    expect(titles(source)).toEqual(expected);
  });

  test('a section ends at the next heading of the same or a higher level', () => {
    const source = '# T\n## A\nx\n### A1\ny\n## B\nz';
    const spans = outline(source).map(({ start, end }) => source.slice(start, end));
    expect(spans).toEqual([source, '## A\nx\n### A1\ny\n', '### A1\ny\n', '## B\nz']);
  });

  test('offsets fit any text', () => {
    fc.assert(
      fc.property(hostile, (source) => {
        for (const { start, contentStart, end } of outline(source)) {
          expect(start).toBeLessThan(contentStart);
          expect(contentStart).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(source.length);
        }
      }),
    );
  });
});

describe('findSection', () => {
  const source = [
    '# Note',
    '## Setup',
    '### Linux',
    'a',
    '### Windows',
    '## Use',
    '### Linux',
    '## Log',
    '## log',
    '### Guests',
    '## A > B',
    '## The **bold** `code`',
    '## Room@12',
    '### Use',
  ].join('\n');

  test.each([
    ['Guests', 10],
    ['### Guests', 10],
    ['# Guests', 10],
    ['### Guests ###', 10],
    ['guests', 10],
    ['Setup > Linux', 3],
    ['## Use > ### Linux', 7],
    ['Note > Use > Linux', 7],
    ['Note>Setup>Linux', 3],
    ['Linux@7', 7],
    ['Setup > Linux@3', 3],
    ['@7', 7],
    ['Log', 8],
    ['log', 9],
    ['A > B', 11],
    ['The bold code', 12],
    ['The **bold** `code`', 12],
    ['Room@12', 13],
    ['## Use', 6],
    ['### Use', 14],
  ])('%j is the heading at line %d', (section, line) => {
    expect(findSection(source, section).line).toBe(line);
  });

  test('none is noMatch with the outline', () => {
    const refusal = refusalOf(() => findSection(source, 'Ghost'));
    expect(refusal.code).toBe('noMatch');
    expect(refusal.details.total).toBe(13);
    expect(refusal.details.outline).toContainEqual({ level: 3, title: 'Guests', line: 10 });
  });

  test.each([['Linux@4'], ['Ghost@3'], ['Use > Windows'], ['Linux > Setup']])('%j is noMatch', (section) => {
    expect(refusalOf(() => findSection(source, section)).code).toBe('noMatch');
  });

  test('several are ambiguous, with references that tell them apart', () => {
    const refusal = refusalOf(() => findSection(source, 'Linux'));
    expect(refusal.code).toBe('ambiguous');
    expect(refusal.details).toEqual({
      candidates: [
        { path: 'Note > Setup > Linux', line: 3, ref: 'Linux@3' },
        { path: 'Note > Use > Linux', line: 7, ref: 'Linux@7' },
      ],
      total: 2,
    });
  });

  test('lists stop at 100 and tell the total', () => {
    const refusal = refusalOf(() => findSection('# x\n'.repeat(150), 'x'));
    expect(refusal.details.candidates).toHaveLength(100);
    expect(refusal.details.total).toBe(150);
    const missing = refusalOf(() => findSection('# x\n'.repeat(150), 'y'));
    expect(missing.details.outline).toHaveLength(100);
    expect(missing.details.total).toBe(150);
  });

  test('an empty section is invalidArguments', () => {
    expect(refusalOf(() => findSection(source, ' ')).code).toBe('invalidArguments');
  });
});
