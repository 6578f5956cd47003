import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { referenceText } from '../../docs/referenceText.ts';
import { argumentRows, resultText, typeText } from '../../docs/schemaText.ts';
import { errorCodes } from '../../domain/errors.ts';
import { registry } from '../../gateway/tools/registry.ts';

const committed = readFileSync(new URL('../../docs/reference.md', import.meta.url), 'utf8');

test('docs/reference.md is what the registry gives now', () => {
  expect(
    committed === referenceText(),
    'docs/reference.md is out of date: run `npm run docs` and commit it.',
  ).toBe(true);
});

test('it has every tool and every code once', () => {
  const headings = [...committed.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(headings.toSorted()).toEqual(registry.map(({ name }) => name).toSorted());
  const codes = [...committed.matchAll(/^\| `(\w+)` \| \d{3} \|/gm)].map(([, code]) => code);
  expect(codes).toEqual([...errorCodes]);
});

describe('a schema in words', () => {
  test.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', minLength: 1, maxLength: 200 }, 'string, 1 to 200 characters'],
    [{ type: 'integer', minimum: 0 }, 'integer, at least 0'],
    [{ type: 'integer', minimum: 5, maximum: 5 }, 'integer, exactly 5'],
    [{ enum: ['a', 'b'], type: 'string' }, '`a`, `b`'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 3 }, 'list of string, at most 3 items'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ type: 'boolean', const: true }, '`true`'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{}, 'any value'],
  ])('%j: %s', (node, text) => {
    expect(typeText(node)).toBe(text);
  });

  test('arguments inside lists stand under their path, and a bar does not break the table', () => {
    const schema = {
      type: 'object',
      required: ['notes'],
      properties: {
        notes: {
          type: 'array',
          items: {
            type: 'object',
            properties: { body: { type: 'string', description: 'a|b' } },
            required: ['body'],
          },
        },
        limit: { type: 'integer' },
      },
    };
    expect(argumentRows(schema)).toEqual([
      ['`notes`', 'list of object', ''],
      ['`notes[].body`', 'string', 'a\\|b'],
      ['`limit?`', 'integer', ''],
    ]);
  });

  test('an answer is one line of fields', () => {
    const schema = {
      type: 'object',
      required: ['results', 'project', 'text'],
      properties: {
        results: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
        project: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        text: { type: ['string', 'null'] },
        nextCursor: { type: 'string' },
      },
    };
    expect(resultText(schema)).toBe('`{results[] {id?}, project or null, text or null, nextCursor?}`');
  });
});
