import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, type Harness, handleOf, startHarness } from '../../harness.ts';

let harness: Harness;
let agent: Agent;
beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent();
});
afterAll(() => harness.close());

let count = 0;
const make = async (body: string) => {
  count += 1;
  return handleOf(await agent.ok('create_note', { project: 'main', path: `edit/${count}.md`, body }));
};
/** The whole source, put together from what get_note gives apart. */
const source = async (noteId: string) => {
  const note = await agent.ok('get_note', { ref: noteId, responseFormat: 'detailed' });
  return note.rawFrontmatter === '' ? note.content : `---\n${note.rawFrontmatter}\n---\n${note.content}`;
};
const change = (note: { noteId: string; versionToken: string }, edit: object) =>
  agent.call('edit_note', { ref: note.noteId, versionToken: note.versionToken, ...edit });
/** The content after one edit that must be done. */
const edited = async (body: string, edit: object) => {
  const note = await make(body);
  const { text, error } = await change(note, edit);
  if (error !== null) throw new Error(text);
  return String((await agent.ok('get_note', { ref: note.noteId })).content);
};

describe('text goes in as it is', () => {
  test.each([
    '$$5 / $& / $1 / $` / $0 / $<x>',
    'Path D:\\Up\\new, code \\u0042, \\1, \\g<0>, \\n, \\\\',
    '%s %d {0} {{x}} <%= x %>',
    'tab\there, trailing  ',
    '🙂 e\u0301 \u202e rtl \u200b zero',
    "'; drop table note; --",
    '[[Link|label]] ![[embed]] `code` <b>html</b>',
  ])('%j, by findReplace, replaceSection, replace, append and prepend', async (content) => {
    const body = '# T\n\n## Fee\n\nX1\n\n## End\n';
    const wanted = `# T\n\n## Fee\n\n${content}\n\n## End\n`;
    expect(await edited(body, { operation: 'findReplace', find: 'X1', content })).toBe(wanted);
    expect(await edited(body, { operation: 'replaceSection', section: 'Fee', content })).toBe(wanted);
    expect(await edited(body, { operation: 'replace', content: wanted })).toBe(wanted);
    expect(await edited('# T\n', { operation: 'append', content })).toContain(content);
    expect(await edited('# T\n', { operation: 'prepend', content })).toContain(content);
  });

  test('any text, by replace, comes back the same', async () => {
    const note = await make('start');
    let { versionToken } = note;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
        // An opening `---` line would be frontmatter, which replace takes for what it is.
        fc.pre(!/[\p{Cc}]/u.test(text) && !text.startsWith('---'));
        const { data, text: said } = await change(
          { ...note, versionToken },
          { operation: 'replace', content: text },
        );
        if (data === null) throw new Error(said);
        versionToken = String(data.versionToken);
        const { content } = await agent.ok('get_note', { ref: note.noteId });
        expect(String(content).trim()).toBe(text.trim());
      }),
      { numRuns: 25 },
    );
  });
});

describe('line endings', () => {
  test('LF finds CRLF; what is put in gets CRLF; the rest keeps its own', async () => {
    const body = 'alpha\r\nbeta\r\ngamma\r\n';
    expect(await edited(body, { operation: 'findReplace', find: 'alpha\nbeta', content: 'A\nB' })).toBe(
      'A\r\nB\r\ngamma\r\n',
    );
  });

  test('append to CRLF stays CRLF', async () => {
    expect(await edited('# T\r\n\r\none\r\n', { operation: 'append', content: 'two\nthree' })).toBe(
      '# T\r\n\r\none\r\n\r\ntwo\r\nthree',
    );
  });

  test('a missing final line feed never fuses lines', async () => {
    expect(await edited('a\n- b', { operation: 'append', content: '- c' })).toBe('a\n- b\n- c');
    expect(await edited('a\nb', { operation: 'append', content: 'c' })).toBe('a\nb\n\nc');
  });

  test('prepend keeps the frontmatter first', async () => {
    const note = await make('---\na: 1\n---\nbody\n');
    await change(note, { operation: 'prepend', content: 'first' });
    expect(await source(note.noteId)).toMatch(/^---\na: 1\n---\n\s*first\n\nbody\n$/);
  });
});

describe('findReplace that finds nothing', () => {
  test.each([
    ['other words', 'The quick brown fox', 'The quick red fox', ''],
    ['curly quotes', 'He said “yes” to it', 'He said "yes" to it', 'quote'],
    ['a dash', 'from 3–5 days', 'from 3-5 days', 'dash'],
    ['a no-break space', 'ten\u00a0kilometres away', 'ten kilometres away', 'space'],
  ])('%s: noMatch with the nearest line; the version stays', async (_what, body, find, difference) => {
    const note = await make(`# T\n\n${body}\n`);
    const { error, text } = await change(note, { operation: 'findReplace', find, content: 'x' });
    expect(error).toMatchObject({ code: 'noMatch' });
    expect(JSON.stringify(error)).toContain(body.slice(0, 6));
    expect(text.toLowerCase()).toContain(difference);
    expect((await agent.ok('get_note', { ref: note.noteId })).versionToken).toBe(note.versionToken);
  });

  test('canonically equivalent text is found', async () => {
    const body = 'Cafe\u0301 here\n';
    expect(await edited(body, { operation: 'findReplace', find: 'Café', content: 'Bar' })).toBe('Bar here\n');
  });

  test('in the frontmatter, and over lines', async () => {
    const note = await make('---\nstatus: open # keep\n---\none\ntwo\n');
    const edit = { operation: 'findReplace', find: 'open # keep\n---\none', content: 'done # keep\n---\n1' };
    expect((await change(note, edit)).error).toBeNull();
    expect(await source(note.noteId)).toBe('---\nstatus: done # keep\n---\n1\ntwo\n');
  });

  test('empty content deletes and closes the gap', async () => {
    const body = 'one\n\ntwo\n\nthree\n';
    expect(await edited(body, { operation: 'findReplace', find: 'two', content: '' })).toBe('one\n\nthree\n');
  });

  test('overlapping finds are not unique', async () => {
    const { error } = await change(await make('aaa\n'), {
      operation: 'findReplace',
      find: 'aa',
      content: 'b',
    });
    expect(error?.code).toBe('notUnique');
  });
});

describe('sections', () => {
  const section = (body: string, name: string, content: string) =>
    edited(body, { operation: 'replaceSection', section: name, content });

  test('a section ends at the next heading of its level or above', async () => {
    expect(await section('## A\nx\n### A1\ny\n## B\nz\n', 'A', '### A1\nz')).toBe(
      '## A\n### A1\nz\n## B\nz\n',
    );
  });

  test.each(['Guests', '### Guests', 'Trip > Guests', '## Trip > ### Guests', 'guests'])(
    '%s names the same section',
    async (name) => {
      const body = '# T\n\n## Trip\n\n### Guests\n\nold\n\n## End\n';
      expect(await section(body, name, 'new')).toBe('# T\n\n## Trip\n\n### Guests\n\nnew\n\n## End\n');
    },
  );

  test('content that repeats the heading does not double it', async () => {
    const body = '# T\n\n## Fee\n\nold\n\n## End\n';
    const wanted = '# T\n\n## Fee\n\nnew\n\n## End\n';
    expect(await section(body, 'Fee', '## Fee\n\nnew')).toBe(wanted);
    expect(await section(body, 'Fee', 'new')).toBe(wanted);
  });

  test('headings in code, tables and HTML are none; twice is as once', async () => {
    const body = '## J\n| a | see `## K` |\n\n```\n## M\n```\n\n<!--\n## N\n-->\n\n## L\n\nkept\n';
    const once = await section(body, 'J', 'new');
    expect(once).toContain('## L\n\nkept\n');
    expect(once).not.toMatch(/K|M|N/);
    expect(await section(once, 'J', 'new')).toBe(once);
  });

  test('none of that name: noMatch with the outline, and none is made', async () => {
    const note = await make('# T\n\n## One\n');
    const { error } = await change(note, { operation: 'replaceSection', section: 'Ghost', content: 'x' });
    expect(error).toMatchObject({
      code: 'noMatch',
      outline: [
        { level: 1, title: 'T' },
        { level: 2, title: 'One' },
      ],
    });
    expect(await source(note.noteId)).toBe('# T\n\n## One\n');
  });

  test('a heading that spans the whole body is refused, naming replace', async () => {
    const note = await make('# T\n\ntext\n\n## Part\n');
    const { error } = await change(note, { operation: 'replaceSection', section: 'T', content: 'x' });
    expect(error?.code).not.toBe('internal');
    expect(error?.hint).toContain('replace');
  });
});

describe('frontmatter', () => {
  test.each([
    ['a date stays text', 'created: 2026-04-05', { created: '2026-04-05' }],
    ['a time stays text', 'at: 2026-04-05T10:00:00Z', { at: '2026-04-05T10:00:00Z' }],
    ['empty lists', 'aliases:\ntags:', { aliases: null, tags: null }],
    ['unknown keys', 'zeta: 1\nalpha: {b: [1, 2]}', { zeta: 1, alpha: { b: [1, 2] } }],
    ['words that other parsers take for booleans', 'a: yes\nb: no\nc: on', { a: 'yes', b: 'no', c: 'on' }],
  ])('%s', async (_what, yaml, data) => {
    const body = `---\n${yaml}\n---\ntext\n`;
    const { noteId } = await make(body);
    expect((await agent.ok('get_note', { ref: noteId })).frontmatter).toEqual(data);
    expect(await source(noteId)).toBe(body);
  });

  test('a date is text where search and detailed show it', async () => {
    const { noteId } = await make('---\ntitle: Dated\ncreated: 2026-04-05\n---\nquagga\n');
    const { text } = await agent.call('get_note', { ref: noteId, responseFormat: 'detailed' });
    expect(text).toContain('2026-04-05');
    expect(text).not.toContain('2026-04-05T');
    expect((await agent.ok('search', { query: 'quagga' })).total).toBe(1);
  });

  test('rules further down are no frontmatter, and stay', async () => {
    const body = '# T\n\nA\n\n---\n\nB\n\n---\n\nC\n';
    const content = await edited(body, { operation: 'findReplace', find: 'A', content: 'AA' });
    expect(content).toBe(body.replace('A', 'AA'));
  });

  test('a rule that opens the body is a rule', async () => {
    const { noteId } = await make('---\n\nunclosed capybara\n');
    const read = await agent.ok('get_note', { ref: noteId });
    expect(read).toMatchObject({ frontmatter: {}, content: '---\n\nunclosed capybara\n' });
    expect((await agent.ok('search', { query: 'capybara' })).total).toBe(1);
  });

  test.each([
    ['broken YAML', '---\na: [1\n---\ntext\n'],
    ['an alias bomb', '---\na: &a [x]\nb: [*a, *a]\n---\ntext\n'],
    ['a tag', '---\na: !!js/function x\n---\ntext\n'],
  ])('%s is body, with a warning', async (_what, body) => {
    count += 1;
    const made = await agent.ok('create_note', { project: 'main', path: `edit/${count}.md`, body });
    expect(made.warnings).not.toEqual([]);
    expect((await agent.ok('get_note', { ref: made.noteId })).content).toBe(body);
  });

  test('an edit of the body leaves comments, order and quoting alone', async () => {
    const head = '---\n# why\nb: \'x\'   # one\na: "y"\n\nlist:\n    - 1\n---\n';
    const note = await make(`${head}one\n`);
    expect((await change(note, { operation: 'replace', content: 'two\n' })).error).toBeNull();
    expect(await source(note.noteId)).toBe(`${head}two\n`);
  });
});

describe('a long note is read in parts', () => {
  const body = `# Long\n\n${Array.from({ length: 60 }, (_, at) => `## Part ${at}\n\n${`word${at} 🙂 `.repeat(90)}\n`).join('\n')}`;

  test('by offset: the parts make the whole', async () => {
    const { noteId } = await make(body);
    let whole = '';
    for (;;) {
      const { data, text } = await agent.call('get_note', { ref: noteId, offset: whole.length });
      if (data === null) throw new Error(text);
      const content = String(data.content);
      expect(content.length).toBeLessThanOrEqual(15_000);
      expect(content).not.toMatch(/\p{Cs}/u);
      whole += content;
      expect(data.range).toMatchObject({ end: whole.length, total: body.length });
      if (whole.length === body.length) break;
      expect(data.partial).toMatch(/do not use replace/);
      expect(text).toContain(`offset ${whole.length}`);
    }
    expect(whole).toBe(body);
  });

  test('by section and by find', async () => {
    const { noteId } = await make(body);
    const part = await agent.ok('get_note', { ref: noteId, section: 'Part 42' });
    expect(part.content).toMatch(/^## Part 42\n/);
    const found = await agent.ok('get_note', { ref: noteId, find: 'WORD55' });
    expect(String(found.content).length).toBeLessThanOrEqual(2_000);
    expect(found.content).toContain('word55');
    expect(found.find).toMatchObject({ total: 90 });
  });
});
