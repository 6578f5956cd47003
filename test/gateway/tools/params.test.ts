import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../domain/errors.ts';
import { editParams } from '../../../gateway/tools/editParams.ts';
import { inputSchemaOf } from '../../../gateway/tools/jsonSchema.ts';
import { parseInput } from '../../../gateway/tools/params.ts';
import { registry, toolNamed } from '../../../gateway/tools/registry.ts';

const refusalOf = (act: () => unknown): Refusal => {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown;
    throw thrown;
  }
  throw new Error('Nothing was refused.');
};

const prepare = (name: string, raw: unknown): unknown => {
  const tool = toolNamed(name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  return tool.prepare(raw);
};

const problems = (name: string, raw: unknown): unknown =>
  refusalOf(() => prepare(name, raw)).details.problems;

describe('arguments that fit', () => {
  test.each([
    ['start_session', undefined],
    ['start_session', null],
    ['start_session', {}],
    ['whoami', undefined],
    ['get_my_projects', { cursor: null }],
    ['list_notes', { recursive: 'true', limit: '50', tag: null }],
    ['search', { query: 'a', class: null, limit: 100 }],
    ['get_note', { ref: 'a', offset: '0' }],
    ['create_note', { project: 'p', body: '', tags: 'a,b', links: '[{"relation":"about","to":"x"}]' }],
    ['edit_note', { ref: 'a', operation: 'append', content: 'x' }],
    ['edit_note', { ref: 'a', operation: 'findReplace', find: 'a', content: '' }],
    ['edit_note', { ref: 'a', operation: 'replaceSection', section: 'A', content: 'x' }],
    ['delete_note', { ref: 'a', versionToken: null }],
  ])('%s %j', (name, raw) => {
    expect(() => prepare(name, raw)).not.toThrow();
  });
});

describe('arguments that do not', () => {
  test.each([
    ['get_note', {}, [['ref', '"ref" is required.']]],
    ['get_note', { ref: null }, [['ref', '"ref" is required, and null is no value.']]],
    ['get_note', { ref: 5 }, [['ref', '"ref" must be text, not a number.']]],
    ['get_note', { ref: 'a', limit: 15_001 }, [['limit', '"limit" must be at most 15000.']]],
    ['search', { query: 'a', limit: 0 }, [['limit', '"limit" must be at least 1.']]],
    ['search', { query: 'a', limit: 1.5 }, [['limit', '"limit" must be a whole number, not a fraction.']]],
    [
      'search',
      { query: 'a', class: 'x' },
      [['class', '"class" must be one of user-doc, agent-memory, profile.']],
    ],
    ['search', { query: ['a'] }, [['query', '"query" must be text, not a list.']]],
    ['search', 'nonsense', [['', 'The value must be an object, not text.']]],
    ['whoami', { all: true }, [['all', '"all" is not a field; there are no fields here.']]],
    [
      'edit_note',
      { ref: 'a', verionToken: 'x', operation: 'append', content: 'y' },
      [['verionToken', '"verionToken" is not a field; did you mean "versionToken"?']],
    ],
    [
      'create_note',
      { project: 'p', body: 'b', links: [{ relation: 'about', too: 'x' }] },
      [
        ['links[0].too', '"too" is not a field in "links[0]"; did you mean "to"?'],
        ['links[0]', '"links[0]" needs either to or toTitle.'],
      ],
    ],
    [
      'edit_note',
      { ref: 'a', operation: 'append', content: 'x', find: 'y' },
      [['find', '"find" goes with findReplace, which needs it, and with nothing else.']],
    ],
    [
      'edit_note',
      { operation: 'replaceSection', content: null },
      [
        ['ref', '"ref" is required.'],
        ['content', '"content" is required, and null is no value.'],
        ['section', '"section" goes with replaceSection, which needs it, and with nothing else.'],
      ],
    ],
    ['create_notes', { project: 'p', notes: [] }, [['notes', '"notes" must have at least 1 items.']]],
    [
      'create_notes',
      { project: 'p', notes: Array.from({ length: 501 }, () => ({ body: 'b' })), onExistng: 'skip' },
      [
        ['onExistng', '"onExistng" is not a field; did you mean "onExisting"?'],
        ['notes', '"notes" must have at most 500 items.'],
      ],
    ],
    ['create_notes', { notes: [{ body: 'b' }] }, [['project', '"project" is required.']]],
  ])('%s %j', (name, raw, expected) => {
    expect(problems(name, raw)).toEqual(expected.map(([field, problem]) => ({ field, problem })));
  });

  test('are all told in one message, with values left out', () => {
    const { code, message } = refusalOf(() =>
      prepare('edit_note', { operation: 'secret value', content: 7, other: 'secret value' }),
    );
    expect(code).toBe('invalidArguments');
    expect(message).toContain('"other" is not a field');
    expect(message).toContain('"ref" is required.');
    expect(message).toContain('"operation" must be one of append');
    expect(message).toContain('"content" must be text, not a number.');
    expect(message).not.toContain('secret');
  });

  test('stay a short answer, however many they are and however long the names', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1]),
    );
    const { message } = refusalOf(() => prepare('search', { query: 'a', ...many }));
    expect(message.length).toBeLessThan(6_000);
    expect(message).toContain('At least 80 more problems.');
  });
});

test('an absent optional field is absent, not undefined', () => {
  const parsed = parseInput(editParams, inputSchemaOf(editParams), {
    ref: 'a',
    operation: 'append',
    content: 'x',
    find: null,
  });
  expect(Object.keys(parsed).sort()).toEqual(['content', 'operation', 'ref']);
});

test.each(registry.map((tool) => [tool.name, tool] as const))(
  '%s refuses an unknown field',
  (_name, tool) => {
    expect(refusalOf(() => tool.prepare({ surelyNotThere: 1 })).message).toContain(
      '"surelyNotThere" is not a field',
    );
  },
);
