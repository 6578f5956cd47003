import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Finding } from '../../domain/ports.ts';
import { openWriter } from '../../storage/database.ts';
import { verifyDatabase } from '../../storage/verify.ts';
import { buildProgram, type Called, callTool, intendant, startServer } from './serverProcess.ts';

const runs = Number(process.env.CRASH_RUNS ?? (process.env.CI ? 100 : 15));
const writers = 8;

let dataDir = '';
let token = '';
beforeAll(async () => {
  await buildProgram();
  dataDir = await mkdtemp(join(tmpdir(), 'intendant-crash-'));
  token = z.object({ writeToken: z.string() }).parse(await intendant(dataDir, 'setup')).writeToken;
}, 120_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** A note as its writer knows it: what was acknowledged last. */
interface Note {
  readonly path: string;
  content: string;
  versionToken: string;
  /** A word that stands in this note's newest text and nowhere else. */
  word: string;
  deleted: boolean;
}

/** A call whose answer is still to come, and what it would make of the notes. */
interface Pending {
  readonly tool: string;
  readonly input: object;
  /** All of these, or none. */
  readonly after: readonly Note[];
  /** What stays where it did nothing; none for a creation. */
  readonly before: Note | null;
}

interface Writer {
  readonly folder: string;
  readonly notes: Map<string, Note>;
  /** Paths whose last change has not been looked at since a crash. */
  readonly unseen: Set<string>;
  pending: Pending | null;
}

let words = 0;
/** A word of letters alone, never given twice. */
const freshWord = (): string => {
  words += 1;
  const letters = [...words.toString(26)].map((digit) =>
    String.fromCharCode(97 + Number.parseInt(digit, 26)),
  );
  return `q${letters.join('')}q`;
};
const filler = 'Some longer text, so that a commit is more than a page. '.repeat(60);
const tokenOf = z.object({ versionToken: z.string() });
const rowsOf = z.object({ results: z.array(tokenOf) });

const newNote = (folder: string): Note => {
  const word = freshWord();
  return {
    path: `${folder}/${word}.md`,
    content: `begin ${word}\n${filler}\nend ${word}\n`,
    versionToken: '',
    word,
    deleted: false,
  };
};

function nextCall({ folder, notes }: Writer): Pending {
  const living = [...notes.values()].filter(({ deleted }) => !deleted);
  const note = living.length === 0 ? undefined : living[randomInt(living.length)];
  const kind = note === undefined ? 0 : randomInt(10);
  if (note === undefined || kind < 2) {
    const made = newNote(folder);
    const input = { project: 'main', path: made.path, body: made.content };
    return { tool: 'create_note', input, after: [made], before: null };
  }
  if (kind < 4) {
    const made = Array.from({ length: 5 }, () => newNote(folder));
    const input = { project: 'main', notes: made.map(({ path, content }) => ({ path, body: content })) };
    return { tool: 'create_notes', input, after: made, before: null };
  }
  if (kind < 5) {
    const input = { ref: note.path, versionToken: note.versionToken };
    return { tool: 'delete_note', input, after: [{ ...note, deleted: true }], before: note };
  }
  const word = freshWord();
  const content = `begin ${word}\n${filler}\nend ${word}\n`;
  const input = { ref: note.path, versionToken: note.versionToken, operation: 'replace', content };
  return { tool: 'edit_note', input, after: [{ ...note, content, word }], before: note };
}

const keep = (writer: Writer, notes: readonly Note[]): void => {
  for (const note of notes) {
    writer.notes.set(note.path, note);
    writer.unseen.add(note.path);
  }
};

/** Writes until the connection breaks, and tells of each write that was acknowledged. */
async function write(url: string, writer: Writer, acknowledge: () => void): Promise<void> {
  for (;;) {
    const call = nextCall(writer);
    writer.pending = call;
    const answer = await callTool(url, token, call.tool, call.input);
    if (answer.kind === 'broken') return;
    if (answer.kind === 'refused')
      throw new Error(`${call.tool}: ${answer.error.code} ${answer.error.message}`);
    const rows = call.tool === 'create_notes' ? rowsOf.parse(answer.data).results : [answer.data];
    call.after.forEach((note, at) => {
      if (!note.deleted) note.versionToken = tokenOf.parse(rows[at]).versionToken;
    });
    keep(writer, call.after);
    writer.pending = null;
    acknowledge();
  }
}

/** Lets all write at once and kills the server at some moment after some of the writes. Gives the acknowledged ones. */
async function writeAndKill(
  url: string,
  crew: readonly Writer[],
  kill: () => Promise<void>,
): Promise<number> {
  const enough = randomInt(1, 30);
  let acknowledged = 0;
  let reached: () => void = () => {};
  const reaching = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const writing = Promise.all(
    crew.map((writer) =>
      write(url, writer, () => {
        acknowledged += 1;
        if (acknowledged === enough) reached();
      }),
    ),
  );
  await Promise.race([reaching, writing]);
  await new Promise((resolve) => setTimeout(resolve, randomInt(30)));
  await kill();
  await writing;
  return acknowledged;
}

const read = async (url: string, path: string): Promise<Called> => {
  const answer = await callTool(url, token, 'get_note', { ref: path });
  if (answer.kind === 'broken') throw new Error('The server is gone.');
  return answer;
};
const isGone = (answer: Called) => answer.kind === 'refused' && answer.error.code === 'notFound';
const contentOf = (answer: Called) => (answer.kind === 'done' ? answer.data.content : undefined);

/** What `verify` finds, beside the running server and without the start of another process. */
async function findings(): Promise<Finding[]> {
  const beside = await openWriter(dataDir);
  try {
    return await verifyDatabase(beside.db);
  } finally {
    await beside.close();
  }
}

/** Finds out what became of the call that the crash cut off: all of it or nothing. */
async function settle(url: string, writer: Writer): Promise<void> {
  const { pending } = writer;
  if (pending === null) return;
  const answers = await Promise.all(pending.after.map(({ path }) => read(url, path)));
  const happened = pending.after.map((note, at) => {
    const answer = answers[at] ?? { kind: 'broken' };
    return note.deleted ? isGone(answer) : contentOf(answer) === note.content;
  });
  expect(new Set(happened).size, `${pending.tool} is there in part`).toBe(1);
  if (happened[0]) {
    pending.after.forEach((note, at) => {
      const answer = answers[at];
      if (answer?.kind === 'done') note.versionToken = tokenOf.parse(answer.data).versionToken;
    });
    keep(writer, pending.after);
  } else if (pending.before === null) {
    expect(answers.every(isGone), `${pending.tool} left something`).toBe(true);
  } else {
    expect(answers.map(contentOf), `${pending.tool} changed something`).toEqual([pending.before.content]);
  }
  writer.pending = null;
}

/** What was acknowledged is there, whole, and search agrees. */
async function check(url: string, note: Note): Promise<void> {
  const answer = await read(url, note.path);
  const found = await callTool(url, token, 'search', { query: note.word });
  if (note.deleted) {
    expect(isGone(answer), `${note.path} is back`).toBe(true);
    expect(found).toMatchObject({ data: { total: 0, results: [] } });
  } else {
    expect(answer).toMatchObject({ data: { content: note.content, versionToken: note.versionToken } });
    expect(found).toMatchObject({
      data: { total: 1, results: [{ path: note.path, versionToken: note.versionToken }] },
    });
  }
}

async function checkUnseen(url: string, { notes, unseen }: Writer): Promise<void> {
  for (const path of unseen) {
    const note = notes.get(path);
    if (note !== undefined) await check(url, note);
  }
  unseen.clear();
}

test(
  `a server killed ${runs} times under ${writers} writers loses nothing and keeps nothing half`,
  async () => {
    const crew = Array.from({ length: writers }, (_, at): Writer => {
      return { folder: `writer-${at}`, notes: new Map(), unseen: new Set(), pending: null };
    });
    let acknowledged = 0;
    let cutOff = 0;
    for (let round = 0; round < runs; round += 1) {
      if (round % 5 === 4) {
        const early = startServer(dataDir);
        await new Promise((resolve) => setTimeout(resolve, randomInt(500)));
        await early.kill();
      }
      const server = startServer(dataDir);
      try {
        const url = await server.url;
        expect(await findings()).toEqual([]);
        await Promise.all(crew.map((writer) => settle(url, writer)));
        await Promise.all(crew.map((writer) => checkUnseen(url, writer)));
        acknowledged += await writeAndKill(url, crew, server.kill);
      } finally {
        await server.kill();
      }
      cutOff += crew.filter(({ pending }) => pending !== null).length;
    }
    const server = startServer(dataDir);
    const url = await server.url;
    for (const writer of crew) {
      await settle(url, writer);
      for (const path of writer.notes.keys()) writer.unseen.add(path);
      await checkUnseen(url, writer);
    }
    expect(await server.stop()).toBe(0);
    expect(await intendant(dataDir, 'verify')).toEqual({ findings: [] });
    expect(acknowledged).toBeGreaterThanOrEqual(runs);
    expect(cutOff).toBeGreaterThan(0);
    console.log(`crash: ${runs} kills, ${acknowledged} writes acknowledged, ${cutOff} cut off`);
  },
  60_000 + runs * 10_000,
);
