import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { fitSession } from '../../../domain/session/fitSession.ts';
import type { SessionParts } from '../../../domain/session/sessionTypes.ts';
import { startSessionText } from '../../../gateway/tools/texts/startSessionText.ts';

const at = '2026-11-30T12:00:00.000Z';
const by = { name: 'ana', kind: 'agent' as const, client: 'laptop (claude-code/2.1)' };
const idOf = (index: number) => `n_01KB3X7Q2M9VRT4WZK5H${String(index).padStart(6, '0')}`;
/** About 100 tokens. */
const paragraph = 'The blue pump in hall two leaks above four bar, so the gasket was replaced. '.repeat(6);

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const ref = (index: number, title = `Note ${index}`, path = `docs/note-${index}.md`) => ({
  noteId: idOf(index),
  title,
  path,
});
const page = (text: string, isReadable = true) => ({
  value: { noteId: idOf(0), versionToken: 'v123456789012345', text },
  ref: ref(0, 'admin', 'profile.md'),
  isReadable,
});
const fact = (index: number, text = 'prefers short answers') => ({
  value: { factId: `f-${index}`, category: 'general', text, at: '2026-11-30' },
  ref: ref(9_000, 'About the user: general', 'memory/user/general.md'),
  isReadable: true,
});
const pin = (index: number, text: string, of = ref(index)) => ({
  value: { ...of, versionToken: 'v123456789012345', text, by, at },
  ref: of,
  isReadable: true,
});
const change = (index: number, of = ref(index)) => ({
  ...of,
  revision: 1_000 - index,
  at,
  kind: 'edit',
  by,
  added: 120,
  removed: 4,
  versionToken: 'v123456789012345',
});
const changesOf = (changes: ReturnType<typeof change>[], total = changes.length) => ({
  since: '41',
  page: {
    changes,
    total,
    cursorBehind: (index: number) => (index + 1 < total && index >= 0 ? `cursor-${index}` : undefined),
  },
});
type Project = NonNullable<SessionParts['project']>;
const partsOf = (project: Partial<Project> = {}, more: Partial<SessionParts> = {}): SessionParts => ({
  user: { name: 'ana', locale: 'en' },
  profile: page('# Ana\n'),
  facts: [],
  projects: [{ handle: 'team', name: 'Team', role: 'editor', notes: 12 }],
  project: {
    handle: 'team',
    notes: 12,
    folders: [],
    pinned: [],
    memory: [],
    changes: changesOf([]),
    knownValues: { tags: [], types: [], categories: [] },
    ...project,
  },
  ...more,
});

const count = (text: string) => countTokens(text);
/** The session, after its size was held against the bound, as JSON and as text. */
const fitted = (parts: SessionParts) => {
  const { session } = fitSession(parts, count);
  expect(countTokens(JSON.stringify(session))).toBeLessThan(7_000);
  expect(countTokens(startSessionText(session))).toBeLessThan(7_000);
  return session;
};

describe('texts', () => {
  test('share the budget: what does not fit is left out with a ref, and the next one may fit', () => {
    const pinned = [pin(1, paragraph.repeat(30)), pin(2, paragraph.repeat(40)), pin(3, paragraph)];
    const session = fitted(partsOf({ pinned }));
    expect(session.pinned?.map((note) => note.noteId)).toEqual([idOf(1), idOf(3)]);
    expect(session.omitted).toEqual([ref(2)]);
    expect(session.totalOmitted).toBe(1);
  });

  test('of 5,800 tokens all fit where little else is said', () => {
    const text = paragraph.repeat(56);
    const tokens = countTokens(JSON.stringify(text));
    expect(tokens).toBeGreaterThan(5_000);
    expect(fitted(partsOf({ pinned: [pin(1, text)] })).omitted).toEqual([]);
  });

  test('of more than 6,000 do not, whatever room there is', () => {
    const session = fitted(partsOf({}, { profile: page(paragraph.repeat(75)) }));
    expect(session.profile?.text).toBe('');
    expect(session.omitted).toEqual([ref(0, 'admin', 'profile.md')]);
  });

  test('too large to be read are left out as well', () => {
    const session = fitted(
      partsOf({ pinned: [{ ...pin(1, ''), isReadable: false }] }, { profile: page('', false) }),
    );
    expect(session.pinned).toEqual([]);
    expect(session.omitted.map((each) => each.path)).toEqual(['profile.md', 'docs/note-1.md']);
  });

  test('the newest facts have a share before pinned notes, the others what is left behind them', () => {
    const facts = times(600, (index) => fact(index));
    const small = fitted(partsOf({ pinned: [pin(1, paragraph.repeat(30))] }, { facts }));
    expect(small.pinned).toHaveLength(1);
    const told = small.profile?.facts ?? [];
    expect(told.length).toBeGreaterThan(40);
    expect(told.map((each) => each.factId)).toEqual(
      facts.slice(0, told.length).map(({ value }) => value.factId),
    );
    expect(small.omitted).toEqual([facts[0]?.ref]);
    const alone = fitted(partsOf({}, { facts }));
    expect(alone.profile?.facts.length).toBeGreaterThan(told.length + 40);
  });

  test('memory of the project is there beside facts about the user', () => {
    const memory = times(300, (index) => fact(index, 'deploys on Fridays'));
    const session = fitted(partsOf({ memory }, { facts: times(300, (index) => fact(index)) }));
    expect(session.memory?.length).toBeGreaterThan(20);
    expect(session.profile?.facts.length).toBeGreaterThan(20);
  });
});

describe('lists', () => {
  test('of usual length are whole', () => {
    const parts = partsOf(
      {
        folders: times(12, (index) => ({ path: `folder ${index}/`, notes: 3 })),
        changes: changesOf(
          times(20, (index) => change(index)),
          31,
        ),
        knownValues: {
          tags: times(50, (index) => `tag-${index}`),
          types: ['report'],
          categories: ['general'],
        },
      },
      {
        projects: times(60, (index) => ({
          handle: `team/p${index}`,
          name: `P ${index}`,
          role: 'editor',
          notes: 1,
        })),
      },
    );
    const session = fitted(parts);
    expect(session.projects).toHaveLength(60);
    expect(session.index?.folders).toHaveLength(12);
    expect(session.changes).toMatchObject({ since: '41', total: 31, nextCursor: 'cursor-19' });
    expect(session.changes?.items).toHaveLength(20);
    expect(session.knownValues?.tags.length).toBe(50);
  });

  test('are cut, and the number of all stands beside them', () => {
    const session = fitted(
      partsOf(
        {
          folders: times(300, (index) => ({
            path: `${'a long name of a folder '.repeat(10)}${index}/`,
            notes: 3,
          })),
        },
        {
          projects: times(300, (index) => ({
            handle: `team/project-${index}`,
            name: 'A long name of a project '.repeat(4),
            role: 'editor',
            notes: 1,
          })),
        },
      ),
    );
    expect(session.totalProjects).toBe(300);
    expect(session.index?.totalFolders).toBe(300);
    expect(session.projects.length).toBeGreaterThan(10);
    expect(session.projects.length).toBeLessThan(300);
  });

  test('a cut list of changes goes on by a cursor behind its last item', () => {
    const long = times(20, (index) =>
      change(index, ref(index, 'Long title of a note '.repeat(14), 'a/'.repeat(400))),
    );
    const { changes } = fitted(partsOf({ changes: changesOf(long) }));
    expect(changes?.items.length).toBeGreaterThan(0);
    expect(changes?.items.length).toBeLessThan(20);
    expect(changes?.nextCursor).toBe(`cursor-${(changes?.items.length ?? 0) - 1}`);
  });
});

describe('hostile names cannot make it longer', () => {
  test.each([
    ['quotes', '"\\'],
    ['letters', 'qXzJ'],
    ['ideographs', '鬱薔'],
    ['unseen characters', '\u202e\u200b'],
    ['emoji', '🫠🪿'],
    ['marks', 'z̷̖̓'],
    ['backticks', '`'],
  ])('%s', (_what, unit) => {
    const name = (length: number) => [...unit.repeat(length)].slice(0, length).join('');
    const path = (index: number) =>
      `${Buffer.from(name(1_000)).subarray(0, 1_000).toString('utf8')}${index}.md`;
    const hostile = (index: number) => ref(index, name(300), path(index));
    const session = fitted(
      partsOf(
        {
          handle: 'team',
          folders: times(300, (index) => ({ path: `${name(80)}${index}/`, notes: 3 })),
          pinned: times(100, (index) => pin(index, name(2_000), hostile(index))),
          memory: times(100, (index) => fact(index, name(500))),
          changes: changesOf(
            times(20, (index) => ({
              ...change(index, hostile(index)),
              by: { ...by, name: name(100), client: name(200) },
            })),
            40,
          ),
          knownValues: {
            tags: times(50, () => name(100)),
            types: times(50, () => name(100)),
            categories: [],
          },
        },
        {
          profile: page(name(3_000)),
          facts: times(100, (index) => fact(index, name(500))),
          user: { name: name(100), locale: 'en' },
          projects: times(300, (index) => ({
            handle: `team/p${index}`,
            name: name(100),
            role: 'editor',
            notes: 1,
          })),
        },
      ),
    );
    expect(session.totalOmitted).toBeGreaterThan(0);
    expect(session.projects.length).toBeGreaterThan(0);
  });
});

test('what is whole is whole by any count', () => {
  expect(fitSession(partsOf(), count).isWhole).toBe(true);
  expect(fitSession(partsOf(), (text) => text.length).isWhole).toBe(true);
  expect(fitSession(partsOf({ pinned: [pin(1, paragraph.repeat(75))] }), count).isWhole).toBe(false);
  const projects = times(300, (index) => ({
    handle: `team/${index}`,
    name: paragraph,
    role: 'editor',
    notes: 1,
  }));
  expect(fitSession(partsOf({}, { projects }), count).isWhole).toBe(false);
  const tags = times(50, () => paragraph.repeat(2));
  const knownValues = { tags, types: [], categories: [] };
  expect(fitSession(partsOf({ knownValues }), count).isWhole).toBe(false);
});
