import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { ROOT, repositoryFiles, textOf } from './repository.ts';

const parser = new MarkdownIt({ html: true });

/** The targets of the links and images of a Markdown text, code left out. */
function targets(text: string): string[] {
  const inline = parser.parse(text, {}).flatMap((token) => token.children ?? []);
  const found = inline.map((token) => token.attrGet('href') ?? token.attrGet('src'));
  return found.flatMap((target) => (target === null ? [] : [target]));
}

/** The anchors that GitHub gives the headings of a Markdown text. */
function anchors(text: string): Set<string> {
  const tokens = parser.parse(text, {});
  const seen = new Map<string, number>();
  const names = tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return [];
    const title = (tokens[at + 1]?.children ?? []).map((part) => part.content).join('');
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return [times === 0 ? slug : `${slug}-${times}`];
  });
  return new Set(names);
}

/** The links of a page that lead nowhere in the repository. Links to other sites are not followed. */
function broken(page: string, text: string): string[] {
  return targets(text).filter((target) => {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return false;
    const [path = '', anchor] = decodeURI(target).split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (file.startsWith('..') || !existsSync(join(ROOT, file))) return true;
    if (anchor === undefined || !file.endsWith('.md')) return false;
    return !anchors(path === '' ? text : textOf(file)).has(anchor);
  });
}

describe('the check itself', () => {
  test.each([
    ['[a](package.json)', []],
    ['[a](nowhere.md)', ['nowhere.md']],
    ['![a](docs/none.png)', ['docs/none.png']],
    ['[a](../outside.md)', ['../outside.md']],
    ['# The house & `rules`\n[a](#the-house--rules) [b](#the-home)', ['#the-home']],
    ['`[a](nowhere.md)` and https://example.org/x [b](mailto:a@example.org)', []],
  ])('%s', (text, found) => {
    expect(broken('CONTRIBUTING.md', text)).toEqual(found);
  });
});

test('every relative link of the pages resolves', () => {
  const pages = repositoryFiles().filter((name) => name.endsWith('.md') && !name.startsWith('test/'));
  expect(pages).toContain('CONTRIBUTING.md');
  expect(pages.flatMap((page) => broken(page, textOf(page)).map((target) => `${page}: ${target}`))).toEqual(
    [],
  );
});
