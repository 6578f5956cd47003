import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passagesOf } from '../../../domain/search/passages.ts';
import { hostile } from '../text/hostile.ts';

const texts = (body: string) => passagesOf(body).map(({ start, end }) => body.slice(start, end));
const sentence = 'The blue pump in hall two leaks above four bar. ';

describe('a body', () => {
  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['a line', 'a line', ['a line']],
    ['one section after the other', '# A\n\none\n\n## B\n\ntwo\n', ['# A\n\none\n\n', '## B\n\ntwo\n']],
    ['headings without text go with what follows', '# A\n\n## B\n\ntwo\n', ['# A\n\n## B\n\ntwo\n']],
    ['text before the first heading', 'zero\n\n# A\n\none', ['zero\n\n', '# A\n\none']],
    ['setext headings', 'A\n===\none\n\nB\n---\ntwo', ['A\n===\none\n\n', 'B\n---\ntwo']],
    ['no heading inside a fence', '```\n# A\n```\n\n# B\nx', ['```\n# A\n```\n\n', '# B\nx']],
    ['CRLF', '# A\r\none\r\n# B\r\ntwo', ['# A\r\none\r\n', '# B\r\ntwo']],
  ])('%s', (_, body, expected) => {
    expect(texts(body)).toEqual(expected);
  });

  test('names the headings that a passage stands under', () => {
    const body = `# Guide\n\n${sentence}\n\n## Setup\n\n${sentence.repeat(12)}\n\n## Use\n\n${sentence}`;
    expect(passagesOf(body).map(({ headings }) => headings.join(' > '))).toEqual([
      '',
      'Guide',
      'Guide > Setup',
      'Guide',
    ]);
  });

  test('a long section ends its passages at blocks', () => {
    const paragraph = `${sentence.repeat(6).trim()}\n\n`;
    expect(texts(paragraph.repeat(3))).toEqual([paragraph, paragraph, paragraph]);
  });

  test('a long line ends its passages at sentences', () => {
    const found = texts(sentence.repeat(40));
    expect(found.length).toBeGreaterThan(3);
    for (const text of found) expect(text).toMatch(/^The .*bar\. $/);
  });

  test.each(['東京タワーに登りました', '👩‍👩‍👧‍👦', 'x'])('a line without spaces: %s', (piece) => {
    const found = texts(piece.repeat(500));
    expect(found.length).toBeGreaterThan(1);
    for (const text of found) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(400);
  });

  test('a cut is never inside a grapheme', () => {
    for (const text of texts('👩‍👩‍👧‍👦'.repeat(100))) expect(text.replaceAll('👩‍👩‍👧‍👦', '')).toBe('');
  });

  test('a fence is never cut, in a list neither', () => {
    const code = `${'const pump = leak(2);\n'.repeat(100)}`;
    expect(texts(`Before.\n\n\`\`\`js\n${code}\`\`\`\n\nAfter.\n`)).toEqual([
      'Before.\n\n',
      `\`\`\`js\n${code}\`\`\`\n`,
      '\nAfter.\n',
    ]);
    const listed = `- item\n\n  ~~~\n${code.replace(/^/gm, '  ').trimEnd()}\n  ~~~\n- next\n`;
    const fences = texts(listed).filter((text) => text.includes('~~~'));
    expect(fences).toHaveLength(1);
    expect(fences[0]?.match(/~~~/g)).toHaveLength(2);
  });
});

test('passages cover any body in order, without gaps', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 40 }), (piece, times) => {
      const body = piece.repeat(times);
      expect(texts(body).join('')).toBe(body);
      expect(passagesOf(body).every(({ start, end }) => end > start)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('none is longer than 400 bytes but with a fence or a heading in it', () => {
  fc.assert(
    fc.property(fc.array(fc.lorem({ maxCount: 40 }), { maxLength: 30 }), (parts) => {
      for (const text of texts(parts.join('\n'))) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(400);
    }),
  );
});
