import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TextFilter } from '../../domain/ports.ts';
import { analyse } from '../../domain/search/analyse.ts';
import { detectLanguage } from '../../domain/search/language.ts';
import { parseQuery } from '../../domain/search/query.ts';
import { migrate } from '../../storage/migrate.ts';
import type { Schema } from '../../storage/schema.ts';
import { sqliteDialect } from '../../storage/sqlite/dialect.ts';
import {
  checkTexts,
  countTexts,
  deleteTexts,
  insertTexts,
  scrubTexts,
  searchTexts,
} from '../../storage/sqlite/fullText.ts';

/** Space 1 has the folders 1 (project p_open) and 2 (project p_shut); space 2 is somebody's own. */
const openFolder = 1;
const shutFolder = 2;
const ownSpace = 2;
const reader: TextFilter = { projectIds: ['p_open'], personalSpaceId: null, personalClasses: [] };

let folder: string;
let db: Kysely<Schema>;
let lastSeq: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'full-text-'));
  db = new Kysely<Schema>({
    dialect: sqliteDialect({ path: join(folder, 'notes.db'), mode: 'write', size: 1, busyTimeout: 1000 }),
  });
  lastSeq = 0;
  await migrate(db);
  await db
    .insertInto('space')
    .values([
      { handle: 'team', name: 'Team', kind: 'team', revision: 1, created_at: 0 },
      { handle: null, name: 'Own', kind: 'personal', revision: 1, created_at: 0 },
    ])
    .execute();
  const folders = [
    { space_id: 1, name: 'open', project_id: 'p_open' },
    { space_id: 1, name: 'shut', project_id: 'p_shut' },
    { space_id: 2, name: '', project_id: null },
  ];
  for (const { space_id, name, project_id } of folders) {
    await db
      .insertInto('folder')
      .values({
        space_id,
        parent_id: null,
        name,
        name_key: name,
        path: `${name}/`,
        path_key: `${name}/`,
        project_id,
        notes: 0,
        digest: null,
      })
      .execute();
  }
});

afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

interface NewNote {
  title: string;
  body?: string;
  aliases?: string;
  tags?: readonly string[];
  headings?: string;
  folder?: number;
  space?: number;
  class?: string;
  type?: string;
}

async function add(...notes: readonly NewNote[]): Promise<number[]> {
  const rows = notes.map((note) => ({ ...note, seq: ++lastSeq }));
  for (const note of rows) {
    await db
      .insertInto('note')
      .values({
        seq: note.seq,
        id: `n_${note.seq}`,
        space_id: note.space ?? 1,
        folder_id: note.folder ?? openFolder,
        name: `${note.seq}.md`,
        name_key: `${note.seq}.md`,
        class: note.class ?? 'user-doc',
        state: 'live',
        title: note.title,
        title_key: note.title.toLowerCase(),
        type: note.type ?? null,
        tags: JSON.stringify(note.tags ?? []),
        language: 'none',
        body_start: 0,
        source_id: null,
        hash: '',
        size: 0,
        created_revision: 1,
        created_at: 0,
        modified_revision: 1,
        modified_at: 0,
        revision: 1,
        trashed_at: null,
        trash_path: null,
        trash_project: null,
      })
      .execute();
    for (const tag of note.tags ?? []) {
      await db.insertInto('tag').values({ note_seq: note.seq, tag, key: tag.toLowerCase() }).execute();
    }
  }
  await insertTexts(
    db,
    rows.map(({ seq, title, body = '', aliases = '', tags = [], headings = '' }) => {
      const language = detectLanguage(`${title}\n${body}`);
      return {
        seq,
        title: analyse(title, language),
        aliases: analyse(aliases, language),
        tags: analyse(tags.join(' '), language),
        headings: analyse(headings, language),
        body: analyse(body, language),
      };
    }),
  );
  return rows.map((row) => row.seq);
}

const search = (query: string, filter: TextFilter = reader, limit = 20, offset = 0) =>
  searchTexts(db, parseQuery(query), query.toLowerCase(), filter, limit, offset);

const found = async (query: string, filter: TextFilter = reader) =>
  (await search(query, filter)).hits.map((hit) => hit.seq);

describe('finds', () => {
  test.each([
    ['Receipt ORD-48213', 'ORD-48213'],
    ['Receipt ORD-48213', '-48213'],
    ['Receipt ORD-48213', 'ord'],
    ['Start it with --dry-run first', '"--dry-run"'],
    ['The abc of valves', '"abc'],
    ['Keys in a std::map', 'std::map'],
    ['Keys in a std::map', 'map'],
    ['title:door is written here', 'title:door'],
    ['Only a door', 'title:door'],
    ['It is near', 'NEAR('],
    ['Release v1.2.3', 'v1.2.3'],
    ['Release v1.2.3', '1.2.3'],
    ['São Paulo office', 'sao paulo'],
    ['sao paulo office', 'SÃO PAULO'],
    ['Foram enviadas as informações para todos.', 'informacao'],
    ['The servers are restarting with the backup', 'server restart'],
    ['每天检查现金流量，保持健康', '现金流'],
    ['每天检查现金流量，保持健康', '健康'],
    ['重启mail-gateway后恢复正常', 'gateway'],
    ['東京都に住んでいます', '東京'],
    ['ไปโรงเรียนทุกวัน', 'โรงเรียน'],
    ['서버를 다시 시작', '서버'],
    ['Programs in C++ only', 'c++'],
  ])('%s by %s', async (body, query) => {
    const [seq] = await add({ title: 'Wanted', body }, { title: 'Other', body: 'Zebras only' });
    expect(await found(query)).toEqual([seq]);
  });

  test.each([
    ['Programs in C only', 'c++'],
    ['The run was dry', '"dry run"'],
    ['scatter', 'cat'],
  ])('not %s by %s', async (body, query) => {
    await add({ title: 'Other', body });
    expect(await search(query)).toEqual({ total: 0, hits: [] });
  });

  test('any text without an error', async () => {
    await add({ title: 'Plain', body: 'words' });
    const text = fc.oneof(
      fc.string(),
      fc.string({
        unit: fc.constantFrom(
          '"',
          '*',
          '(',
          ')',
          ':',
          '^',
          '-',
          '+',
          'a',
          ' ',
          'NEAR',
          ' OR ',
          '{',
          "'",
          '\0',
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        const { total, hits } = await search(`${query} words`);
        expect(total).toBe(hits.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe('order', () => {
  test('a whole title comes first, however often others have its words', async () => {
    const noise = Array.from({ length: 30 }, (_, index) => ({
      title: `ZX-81 runbook ${index}`,
      headings: 'ZX-81 runbook',
      body: 'ZX-81 runbook. '.repeat(20),
    }));
    await add(...noise);
    const [seq] = await add({ title: 'ZX-81 Runbook', body: 'Empty.' });
    const { hits } = await search('zx-81 runbook');
    expect(hits[0]).toMatchObject({ seq, titleMatch: true });
    expect(hits[1]?.titleMatch).toBe(false);
  });

  test('a title that is but stop words is found and comes first', async () => {
    await add({ title: 'On music', body: 'the who and what and the who and the who' });
    const [seq] = await add({ title: 'The Who', body: 'a band' });
    expect((await found('the who'))[0]).toBe(seq);
  });

  test('the title with all its words before a text with them', async () => {
    const [title] = await add({ title: 'Templates in C++: notes', body: 'short' });
    await add({ title: 'Other', body: 'templates in C++ '.repeat(10) });
    expect((await found('Templates in C++'))[0]).toBe(title);
  });

  test('title, alias, heading, body', async () => {
    const body = 'plain text follows here';
    const [inBody, inHeading, inAlias, inTitle] = await add(
      { title: 'one', body: `valve ${body}` },
      { title: 'two', body, headings: 'valve' },
      { title: 'three', body, aliases: 'valve' },
      { title: 'valve four', body },
    );
    expect(await found('valve')).toEqual([inTitle, inAlias, inHeading, inBody]);
  });

  test('all words before any word; stop words decide nothing', async () => {
    const [one, both, neither] = await add(
      { title: 'a', body: 'pump pump pump pump' },
      { title: 'b', body: `pump and valve ${'filler '.repeat(200)}` },
      { title: 'c', body: 'what is the of and' },
    );
    const hits = await found('what is the valve of the pump');
    expect(hits).toEqual([both, one]);
    expect(hits).not.toContain(neither);
  });

  test('the words of a compound only where the compound is nowhere', async () => {
    const [exact, apart] = await add(
      { title: 'a', body: 'ORD-48213' },
      { title: 'b', body: 'an ord of 48213' },
    );
    expect(await found('ORD-48213')).toEqual([exact]);
    await deleteTexts(db, [exact ?? 0]);
    expect(await found('ORD-48213')).toEqual([apart]);
  });
});

describe('what the caller may see', () => {
  beforeEach(async () => {
    await add(
      ...Array.from({ length: 30 }, (_, index) => ({
        title: `Note ${index}`,
        body: `pump ${'valve '.repeat(index % 4)}`,
        folder: index % 3 === 0 ? openFolder : shutFolder,
      })),
    );
  });

  test.each(['pump', 'pump valve', 'pump zebra', 'zebra-pump'])(
    '%s: pages give each note once, and no more than the total',
    async (query) => {
      const seen: number[] = [];
      for (let offset = 0; ; offset += 3) {
        const { total, hits } = await search(query, reader, 3, offset);
        expect(total).toBe(10);
        if (hits.length === 0) break;
        seen.push(...hits.map((hit) => hit.seq));
      }
      expect(seen).toHaveLength(10);
      expect(new Set(seen).size).toBe(10);
      expect(seen.every((seq) => (seq - 1) % 3 === 0)).toBe(true);
    },
  );

  test('no project, no note; both projects, all', async () => {
    expect(await search('pump', { ...reader, projectIds: [] })).toEqual({ total: 0, hits: [] });
    expect((await search('pump', { ...reader, projectIds: ['p_open', 'p_shut'] })).total).toBe(30);
  });

  test('memory is its owner’s, by class', async () => {
    const own = { folder: 3, space: ownSpace, body: 'pump' };
    const [memory, profile] = await add(
      { title: 'm', class: 'agent-memory', ...own },
      { title: 'p', class: 'profile', ...own },
    );
    const mine = { projectIds: [], personalSpaceId: ownSpace };
    expect(await found('pump', { ...mine, personalClasses: ['agent-memory'] })).toEqual([memory]);
    expect(new Set(await found('pump', { ...mine, personalClasses: ['agent-memory', 'profile'] }))).toEqual(
      new Set([memory, profile]),
    );
    expect((await search('pump', { ...reader, personalClasses: ['agent-memory'] })).total).toBe(10);
  });

  test('tag and type', async () => {
    const [tagged, typed] = await add(
      { title: 't', body: 'pump', tags: ['Café'] },
      { title: 'u', body: 'pump', type: 'guide' },
    );
    expect(await found('pump', { ...reader, tagKey: 'café' })).toEqual([tagged]);
    expect(await found('pump', { ...reader, type: 'guide' })).toEqual([typed]);
    expect(await found('pump', { ...reader, type: 'guide', tagKey: 'café' })).toEqual([]);
  });

  test('a note that left the live ones is gone even where its row stayed', async () => {
    await db.updateTable('note').set({ state: 'trash' }).where('seq', '=', 1).execute();
    expect((await search('pump')).total).toBe(9);
  });
});

describe('words that most notes have', () => {
  beforeEach(async () => {
    await db.transaction().execute(async (transaction) => {
      const rows = Array.from({ length: 4_500 }, (_, index) => index + 1);
      await sql`insert into note select value, 'n_' || value, 1, 1, value, value, 'user-doc', 'live', 'Note ' || value,
        'note ' || value, null, '[]', 'none', 0, null, '', 0, 1, 0, 1, 0, 1, null, null, null
        from json_each(${JSON.stringify(rows)})`.execute(transaction);
      await insertTexts(
        transaction,
        rows.map((seq) => ({
          seq,
          title: seq % 1500 === 0 ? 'report' : `note ${seq}`,
          aliases: '',
          tags: '',
          headings: '',
          body: `report ${seq % 3 === 0 ? 'weekly' : 'daily'} ${seq % 900 === 0 ? 'turbine' : ''}`,
        })),
      );
    });
  });

  test('alone they find all, titles first, each once', async () => {
    const first = await search('report');
    expect(first.total).toBe(4_500);
    expect(first.hits.slice(0, 4).map((hit) => hit.seq)).toEqual([4_500, 3_000, 1_500, 4_499]);
    const seen = new Set<number>();
    for (let offset = 0; offset < 4_500; offset += 500) {
      for (const hit of (await search('report', reader, 500, offset)).hits) seen.add(hit.seq);
    }
    expect(seen.size).toBe(4_500);
  });

  test('beside a rare word they neither decide nor count', async () => {
    const { total, hits } = await search('report turbine');
    expect(total).toBe(5);
    expect(hits.map((hit) => hit.seq).sort((a, b) => a - b)).toEqual([900, 1800, 2700, 3600, 4500]);
    expect((await search('weekly turbine')).total).toBe(5);
    expect((await search('daily turbine')).total).toBe(5);
  });

  test('decide where none of the notes that may be seen has the rare one', async () => {
    await sql`update note set type = 'plain' where seq in (1, 2)`.execute(db);
    const { total, hits } = await search('report turbine', { ...reader, type: 'plain' });
    expect([total, hits.map((hit) => hit.seq)]).toEqual([2, [2, 1]]);
  });
});

describe('the table', () => {
  test('rows go and come back', async () => {
    const [seq = 0] = await add({ title: 'Pump', body: 'valve' });
    expect(await countTexts(db)).toBe(1);
    await deleteTexts(db, [seq, 999]);
    expect(await found('valve')).toEqual([]);
    await insertTexts(db, [{ seq, title: 'door', aliases: '', tags: '', headings: '', body: 'lock' }]);
    expect(await found('valve')).toEqual([]);
    expect(await found('lock')).toEqual([seq]);
  });

  test('the check names what is missing and what is too much', async () => {
    const [first = 0, second = 0] = await add({ title: 'one' }, { title: 'two' });
    expect(await checkTexts(db)).toEqual({ damage: null, missing: [], extra: [] });
    await deleteTexts(db, [first]);
    await db.updateTable('note').set({ state: 'trash' }).where('seq', '=', second).execute();
    expect(await checkTexts(db)).toEqual({ damage: null, missing: [first], extra: [second] });
  });

  test('the check sees an index that contradicts its content', async () => {
    await add({ title: 'one', body: 'valve' });
    const raw = new Database(join(folder, 'notes.db')).unsafeMode(true);
    raw.exec("update note_text_content set c4 = 'door lock'");
    raw.close();
    expect((await checkTexts(db)).damage).toMatch(/malformed/);
  });

  test('after a scrub the file holds no word of a removed note', async () => {
    const secret = (seq: number) => `confidential${seq}matter`;
    for (let round = 0; round < 20; round += 1) {
      await add(
        ...Array.from({ length: 20 }, (_, index) => ({
          title: `n${index}`,
          body: secret(lastSeq + index + 1),
        })),
      );
    }
    const gone = Array.from({ length: 40 }, (_, index) => index * 10 + 5);
    await deleteTexts(db, gone);
    await scrubTexts(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    const bytes = await readFile(join(folder, 'notes.db'));
    expect(gone.filter((seq) => bytes.includes(secret(seq)))).toEqual([]);
    expect(bytes.includes(secret(6))).toBe(true);
  });
});
