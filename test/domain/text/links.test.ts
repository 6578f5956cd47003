import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addRelatedLinks,
  extractLinks,
  isLinkable,
  isRelation,
  writeLink,
} from '../../../domain/text/links.ts';

const brief = (source: string) =>
  extractLinks(source, 0).map(({ kind, relation, target, heading, label }) => [
    kind,
    relation,
    target,
    heading,
    label,
  ]);

describe('extractLinks', () => {
  test.each([
    ['[[A]]', ['wiki', 'links-to', 'A', null, null]],
    ['[[ A # H | t ]]', ['wiki', 'links-to', 'A', 'H', 't']],
    ['![[a.png|100]]', ['embed', 'links-to', 'a.png', null, '100']],
    ['[[Übersicht]]', ['wiki', 'links-to', 'Übersicht', null, null]],
    ['[[04 - Tools\\|kit]]', ['wiki', 'links-to', '04 - Tools', null, 'kit']],
    ['[t](a%20b/c.md#My%20H)', ['markdown', 'links-to', 'a b/c.md', 'My H', 't']],
    ['[t](../x.md "title")', ['markdown', 'links-to', '../x.md', null, 't']],
    ['[t](<a b.md>)', ['markdown', 'links-to', 'a b.md', null, 't']],
    ['[t](a\\(1\\).md)', ['markdown', 'links-to', 'a(1).md', null, 't']],
    ['[t](a(1).md)', ['markdown', 'links-to', 'a(1).md', null, 't']],
    ['[](50%.md)', ['markdown', 'links-to', '50%.md', null, null]],
    ['[a\\]b](x.md)', ['markdown', 'links-to', 'x.md', null, 'a]b']],
    ['[two\nlines](x.md)', ['markdown', 'links-to', 'x.md', null, 'two lines']],
    ['[t][r]\n\n[r]: a%20b.md', ['markdown', 'links-to', 'a b.md', null, 't']],
    ['[R]\n\n[r]: a.md', ['markdown', 'links-to', 'a.md', null, 'R']],
    ['[![i](i.png)](a.md)', ['markdown', 'links-to', 'a.md', null, '![i](i.png)']],
    ['# On [[A]]', ['wiki', 'links-to', 'A', null, null]],
    ['> q\n> [[A]]', ['wiki', 'links-to', 'A', null, null]],
    ['- depends on [[A]]', ['wiki', 'depends on', 'A', null, null]],
    ['  * part_of [[A|x]] (since May)  ', ['wiki', 'part_of', 'A', null, 'x']],
    ['> + löst [[A]]\r\n', ['wiki', 'löst', 'A', null, null]],
    ['- links-to [[A]]', ['wiki', 'links-to', 'A', null, null]],
    ['- a\n  - b [[A]]', ['wiki', 'b', 'A', null, null]],
    ['- I met [[A]] today', ['wiki', 'links-to', 'A', null, null]],
    ['- [[A]]', ['wiki', 'links-to', 'A', null, null]],
    ['- 2026-11-30 x [[A]]', ['wiki', 'links-to', 'A', null, null]],
    [`- ${'x'.repeat(61)} [[A]]`, ['wiki', 'links-to', 'A', null, null]],
    ['1. see [[A]]', ['wiki', 'links-to', 'A', null, null]],
    ['see [[A]]', ['wiki', 'links-to', 'A', null, null]],
    ['- shows ![[A]]', ['embed', 'links-to', 'A', null, null]],
    ['`a` [[A]] `b`', ['wiki', 'links-to', 'A', null, null]],
    ['``a [[A]]', ['wiki', 'links-to', 'A', null, null]],
    ['[[Use of `x`]]', ['wiki', 'links-to', 'Use of `x`', null, null]],
  ])('%j', (source, link) => {
    expect(brief(source)).toEqual([link]);
  });

  test.each([
    ['`[[A]]`'],
    ['`` ` [[A]] ``'],
    ['`over\nlines [[A]]`'],
    ['```\n[[A]]\n```'],
    ['~~~md\n[[A]]'],
    ['    [[A]]'],
    ['- x\n\n      [[A]]'],
    ['<div>\n[[A]]\n</div>'],
    ['a <!-- [[A]] --> b'],
    ['a <b title="[[A]]"> b'],
    ['\\[[A]]'],
    ['\\[t](a.md)'],
    ['[[a `b]] c`'],
    ['[t](https://x.org/a.md)'],
    ['[t](mailto:a@b.org)'],
    ['[t](//x.org/a)'],
    ['[t](#anchor)'],
    ['[t]()'],
    ['![t](a.png)'],
    ['[[#Heading]]'],
    ['[[]] [[ ]] [[\n]]'],
    ['[t](a b.md)'],
    ['[t] (a.md)'],
    ['<https://x.org/[[A]]>'],
  ])('%j has no link', (source) => {
    expect(brief(source)).toEqual([]);
  });

  test('a table row is read by cells; an escaped bar belongs to the link', () => {
    const source =
      '| a | b |\n|---|---|\n| [[Depot 7\\|d7]] | `x | y` [[B|z]] |\n| [t](a\\|b.md) | see `## K` [[C]] |\n';
    expect(brief(source)).toEqual([
      ['wiki', 'links-to', 'Depot 7', null, 'd7'],
      ['wiki', 'links-to', 'B', null, 'z'],
      ['markdown', 'links-to', 'a|b.md', null, 't'],
      ['wiki', 'links-to', 'C', null, null],
    ]);
  });

  test('offsets are those of the whole link in the source', () => {
    const source = '---\nsee: "[[No]]"\n---\r\n😀 [[A]] [[A]]\r\n\r\n> > ![[B]] and [c](d.md)';
    const found = extractLinks(source, source.indexOf('😀')).map(({ start, end }) =>
      source.slice(start, end),
    );
    expect(found).toEqual(['[[A]]', '[[A]]', '![[B]]', '[c](d.md)']);
  });
});

describe('writing links', () => {
  test.each([
    ['A', null, '[[A]]'],
    ['n_01', 'A | B', '[[n_01|A | B]]'],
    ['x/y.md', 'A]]B\nC', '[[x/y.md|A))B C]]'],
  ])('%j with %j', (target, label, text) => {
    expect(writeLink(target, label)).toBe(text);
  });

  test.each([['A | B'], ['A]]B'], ['A#B'], ['a^b'], ['[a'], [''], [' a'], ['a\nb'], ['a\\'], ['a`b']])(
    '%j cannot stand in a link',
    (title) => {
      expect(isLinkable(title)).toBe(false);
    },
  );

  test('what can stand in a link is read back, as is its relation', () => {
    const title = fc.string({ unit: 'grapheme', minLength: 1 }).filter(isLinkable);
    const relation = fc
      .oneof(fc.constantFrom('depends on', 'part_of', 'löst', "user's"), fc.string({ unit: 'grapheme' }))
      .filter(isRelation);
    fc.assert(
      fc.property(title, relation, (target, name) => {
        const source = addRelatedLinks('# T', [{ relation: name, link: writeLink(target, null) }]);
        expect(brief(source)).toEqual([['wiki', name, target, null, null]]);
      }),
    );
  });
});

test.each([
  ['', '## Related\n\n- r [[X]]\n'],
  ['# T', '# T\n\n## Related\n\n- r [[X]]\n'],
  ['# T\r\n\r\nx\r\n', '# T\r\n\r\nx\r\n\r\n## Related\r\n\r\n- r [[X]]\r\n'],
  ['---\na: 1\n---', '---\na: 1\n---\n## Related\n\n- r [[X]]\n'],
  ['## Related\n', '## Related\n\n- r [[X]]\n'],
  ['## Related\n- a  \n', '## Related\n- a  \n- r [[X]]\n'],
  ['## Related\n\n- a\n\n## B\n', '## Related\n\n- a\n- r [[X]]\n\n## B\n'],
  ['## Related\n## B\n', '## Related\n\n- r [[X]]\n\n## B\n'],
  [
    '## related\r\n\r\n- a\r\n\r\ntext\r\n### C\r\n',
    '## related\r\n\r\n- a\r\n- r [[X]]\r\n\r\ntext\r\n### C\r\n',
  ],
  ['## Related\n\ntext\n\n### C\n\n- c', '## Related\n\ntext\n\n- r [[X]]\n\n### C\n\n- c'],
  ['```\n## Related\n```\n', '```\n## Related\n```\n\n## Related\n\n- r [[X]]\n'],
  ['- a', '- a\n\n## Related\n\n- r [[X]]\n'],
])('a link added to %j', (source, result) => {
  expect(addRelatedLinks(source, [{ relation: 'r', link: '[[X]]' }])).toBe(result);
});

test('several at once are what one after the other gives', () => {
  const names = fc.constantFrom('r', 'part of', 'uses');
  const link = fc.record({ relation: names, link: fc.constantFrom('[[X]]', '[[a/b|B]]', '[[Ümlaut]]') });
  const sources = fc.constantFrom(
    '',
    '# T\n\ntext',
    'a\r\n\r\n## Related\r\n\r\n- r [[Y]]\r\n\r\n## More\r\nb\r\n',
    '## Related\n\nwords\n',
    '---\na: 1\n---\n## related\n- x [[Z]]\n- y [[W]]',
  );
  fc.assert(
    fc.property(sources, fc.array(link, { maxLength: 5 }), (source, links) => {
      const one = links.reduce<string>((text, each) => addRelatedLinks(text, [each]), source);
      expect(addRelatedLinks(source, links)).toBe(one);
    }),
  );
});
