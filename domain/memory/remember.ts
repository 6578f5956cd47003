import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isoTime } from '../notes/author.ts';
import { once } from '../once.ts';
import { spaceOf } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { quote } from '../text/quote.ts';
import { checkCategory, defaultCategory } from './category.ts';
import { factId } from './factId.ts';
import { removeFact } from './factLines.ts';
import { factKey, factText } from './factText.ts';
import { type MemoryNote, memoryNotes } from './memoryNotes.ts';
import { placeFact } from './placeFact.ts';
import { categoryOfRemoved } from './removedFact.ts';
import type { Subject } from './subject.ts';

export interface RememberInput {
  /** At most 2,000 characters; empty together with `replaces` forgets that fact. */
  readonly observation: string;
  /** `general` by default; of a replaced fact, the one it had. */
  readonly category?: string | undefined;
  /** The id of the fact that this one supersedes. */
  readonly replaces?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface Remember {
  /** Of the fact that now stands; of a forgotten one, its own. */
  readonly factId: string;
  readonly category: string;
  /** `created`: the first fact of its category. */
  readonly outcome: 'created' | 'appended' | 'replaced' | 'forgotten' | 'duplicate';
  readonly replayed?: true;
}

/** What a call asks for, read and checked; an empty `text` forgets. */
interface Wish {
  readonly text: string;
  readonly category: string | undefined;
  readonly replaces: string | undefined;
}

/** A memory note's bound in UTF-8 bytes. Source: spec/engine.md, Limits. */
const memoryNoteBytes = 256 * 1024;

/**
 * Remembers, replaces or forgets one fact in the caller's personal space. The writer does one command after the other
 * and each reads the notes as they then are, so a race costs nobody a fact and ends in no refusal.
 * @throws Refusal `insufficientScope`, `invalidArguments`, `tooLarge`, `notFound`, `idempotencyMismatch`.
 */
export async function remember(context: Context, subject: Subject, input: RememberInput): Promise<Remember> {
  const wish = readWish(input);
  const { idempotencyKey: key, ...payload } = input;
  let noteIds: readonly string[] = [];
  const operation = subject.projectId === null ? 'rememberAboutUser' : 'rememberAboutProject';
  const keyed = { operation, projectId: subject.projectId, key, payload, noteIds: () => noteIds };
  return once(context, keyed, async () => {
    const before = await memoryNotes(context, subject);
    const { result, after } = await apply(context, subject, before, wish);
    const written = await store(context, subject, before, after);
    // The answer may name what stands in any of them.
    noteIds = [...new Set([...before.flatMap(({ note }) => note?.id ?? []), ...written])];
    return result;
  });
}

/** Memory is its user's alone: a token needs the write scope and `memory`. @throws Refusal `insufficientScope`. */
export function requireMemory({ access }: Context): void {
  if (access.may('write', null)) return;
  throw new Refusal(
    'insufficientScope',
    "This token may not write to its user's memory.",
    'Ask the person who gave you this token for a write token with memory.',
  );
}

function readWish({ observation, category, replaces }: RememberInput): Wish {
  const text = factText(observation);
  const id = replaces?.trim().replace(/^\^/, '').toLowerCase();
  if (id === '')
    throw new Refusal('invalidArguments', '`replaces` is empty.', 'Name a fact id, or leave it out.');
  if (text === '' && id === undefined)
    throw new Refusal(
      'invalidArguments',
      '`observation` is empty.',
      'Say what to remember; to forget a fact, name its id in `replaces` too.',
    );
  return { text, category: category === undefined ? undefined : checkCategory(category), replaces: id };
}

async function apply(
  context: Context,
  subject: Subject,
  notes: readonly MemoryNote[],
  { text, category: asked, replaces }: Wish,
): Promise<{ result: Remember; after: readonly MemoryNote[] }> {
  const facts = notes.flatMap((note) => note.facts.map((fact) => ({ ...fact, note })));
  const old = replaces === undefined ? undefined : facts.find((fact) => fact.factId === replaces);
  const gone = replaces !== undefined && !old ? await goneFrom(context, subject, notes, replaces) : undefined;
  const without = old
    ? notes.map((each) => (each === old.note ? { ...each, source: removeFact(each.source, old) } : each))
    : notes;
  const category = asked ?? old?.note.category ?? gone ?? defaultCategory;
  if (text === '' && replaces !== undefined) {
    const from = old?.note.category ?? gone ?? category;
    return { result: { factId: replaces, category: from, outcome: 'forgotten' }, after: without };
  }
  const key = factKey(text);
  const same = facts.find((fact) => fact !== old && factKey(fact.text) === key);
  if (same) {
    const outcome = old ? 'replaced' : 'duplicate';
    return { result: { factId: same.factId, category: same.note.category, outcome }, after: without };
  }
  if (old?.text === text && old.note.category === category)
    return { result: { factId: old.factId, category, outcome: 'duplicate' }, after: notes };
  const taken = new Set(facts.map((fact) => fact.factId));
  const fact = { factId: factId(context, taken), at: isoTime(context.clock.now()).slice(0, 10), text };
  const limit = Math.min(memoryNoteBytes, context.settings.maxNoteBytes);
  const isFirst = notes.every((note) => note.category !== category);
  return {
    result: {
      factId: fact.factId,
      category,
      outcome: old ? 'replaced' : isFirst ? 'created' : 'appended',
    },
    after: placeFact(without, { about: subject.about, category, limit }, fact),
  };
}

/** The category of a fact that another call took away already. @throws Refusal `notFound` for an id that never was. */
async function goneFrom(
  context: Context,
  { about }: Subject,
  notes: readonly MemoryNote[],
  id: string,
): Promise<string> {
  const category = await categoryOfRemoved(context, notes, id);
  if (category !== null) return category;
  throw new Refusal(
    'notFound',
    `Nothing that you remember about ${about} has the fact id ${quote(id)}.`,
    'Take the id from start_session, or leave out `replaces` to remember a fact of its own.',
  );
}

/** Commits the notes that differ; gives their ids. */
async function store(
  context: Context,
  { folderPath }: Subject,
  before: readonly MemoryNote[],
  after: readonly MemoryNote[],
): Promise<readonly string[]> {
  const changed = after.filter((each, index) => each.source !== before[index]?.source);
  if (changed.length === 0) return [];
  const space = await spaceOf(context, context.actor.user.personalSpaceId);
  const { outcomes } = await commit(
    context,
    space,
    changed.map(({ note, name, source }) => ({
      operation: note ? 'edit' : 'create',
      note,
      after: { folderPath: note?.folderPath ?? folderPath, name, source },
      class: 'agent-memory',
    })),
  );
  return outcomes.map((outcome) => outcome.note.id);
}
