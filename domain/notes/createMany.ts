import type { VisibleProject } from '../access/access.ts';
import type { Context } from '../context.ts';
import { type ErrorFacts, Refusal } from '../errors.ts';
import { canonicalJson } from '../once.ts';
import { findProject, spaceOf } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { hashOf } from '../revisions/hash.ts';
import type { Outcome } from '../revisions/step.ts';
import { quote } from '../text/quote.ts';
import { type Draft, draftNote, type NewNote } from './draft.ts';
import { namesakeWarnings } from './namesakes.ts';
import { isVisible, placeOf } from './place.ts';
import { type Placed, placeDrafts } from './placeDrafts.ts';

export interface KeyedNote extends NewNote {
  readonly key?: string | undefined;
}

export interface CreateNotesInput {
  readonly project: string;
  readonly notes: readonly KeyedNote[];
  readonly onExisting?: 'fail' | 'skip' | undefined;
}

export interface CreateNotesResult {
  readonly index: number;
  readonly status: 'created' | 'skipped' | 'failed';
  readonly noteId?: string;
  readonly path?: string;
  readonly versionToken?: string;
  readonly reason?: string;
  readonly warnings?: readonly string[];
  readonly error?: ItemError;
}

export type ItemError = Pick<ErrorFacts, 'code' | 'message' | 'hint'> & {
  readonly [detail: string]: unknown;
};

export interface CreateNotes {
  readonly created: number;
  readonly skipped: number;
  readonly failed: number;
  readonly revision: number | null;
  readonly unresolvedLinks: number;
  readonly ambiguousLinks: number;
  readonly results: readonly CreateNotesResult[];
}

interface Item {
  readonly index: number;
  readonly note: KeyedNote;
  readonly payload: string;
}

/** Makes up to 500 documents, each on its own, the good ones in one commit. Source: spec/tools.md, Scale. */
export async function createNotes(context: Context, input: CreateNotesInput): Promise<CreateNotes> {
  const project = await findProject(context, input.project, 'write');
  const items = input.notes.map((note, index): Item => {
    const { key: _, ...content } = note;
    return { index, note, payload: hashOf(canonicalJson(content)) };
  });
  const results = new Map<number, CreateNotesResult>();
  const fresh = await withoutKnownKeys(context, project, items, results);
  const drafts: { item: Item; draft: Draft }[] = [];
  for (const item of fresh) {
    const draft = await attempt(context, () => draftNote(context, project, item.note));
    if (draft.ok) drafts.push({ item, draft: draft.value });
    else results.set(item.index, failed(item.index, draft.error));
  }
  const placed = await placeDrafts(
    context,
    project.spaceId,
    drafts.map((each) => each.draft),
  );
  const free: { item: Item; placed: Extract<Placed, { kind: 'free' }> }[] = [];
  drafts.forEach(({ item }, at) => {
    const place = placed[at];
    if (place?.kind === 'free') free.push({ item, placed: place });
    else if (place)
      results.set(item.index, notPlaced(context, item.index, place, input.onExisting ?? 'fail'));
  });
  const { revision, outcomes } = await commitDrafts(
    context,
    project,
    free.map((each) => each.placed),
  );
  const namesakes = await namesakeWarnings(
    context,
    outcomes.map((outcome) => outcome.note),
  );
  free.forEach(({ item }, at) => {
    const outcome = outcomes[at];
    if (!outcome) throw new Error('every change has an outcome');
    const warnings = [...outcome.warnings, ...(namesakes.get(outcome.note.seq) ?? [])];
    results.set(item.index, {
      ...described(context, item.index, 'created', outcome),
      ...(warnings.length > 0 ? { warnings } : {}),
    });
  });
  await rememberKeys(
    context,
    project,
    free.map((each) => each.item),
    outcomes,
  );
  const ordered = items.map(
    ({ index }) => results.get(index) ?? failed(index, context.fault(new Error('no result'))),
  );
  const count = (status: CreateNotesResult['status']) =>
    ordered.filter((each) => each.status === status).length;
  return {
    created: count('created'),
    skipped: count('skipped'),
    failed: count('failed'),
    revision,
    unresolvedLinks: outcomes.reduce((sum, outcome) => sum + outcome.openLinks, 0),
    ambiguousLinks: outcomes.reduce((sum, outcome) => sum + outcome.ambiguousLinks, 0),
    results: ordered,
  };
}

async function commitDrafts(
  context: Context,
  project: VisibleProject,
  placed: readonly Extract<Placed, { kind: 'free' }>[],
) {
  const space = await spaceOf(context, project.spaceId);
  return commit(
    context,
    space,
    placed.map(({ draft, name }) => ({
      operation: 'create',
      note: null,
      after: { folderPath: draft.folderPath, name, source: draft.source },
      class: 'user-doc',
    })),
  );
}

/** Answers the items whose key is known in the project, or came twice in this call; gives the others. */
async function withoutKnownKeys(
  context: Context,
  project: VisibleProject,
  items: readonly Item[],
  results: Map<number, CreateNotesResult>,
): Promise<Item[]> {
  const keys = items.flatMap(({ note }) => (note.key === undefined ? [] : [note.key]));
  if (keys.length === 0) return [...items];
  const known = await context.stores.receipts.importKeys(project.id, [...new Set(keys)]);
  const notes = await context.stores.notes.bySeqs([...known.values()].map((each) => each.noteSeq));
  const bySeq = new Map(notes.map((note) => [note.seq, note]));
  const first = new Map<string, Item>();
  const fresh: Item[] = [];
  for (const item of items) {
    const { key } = item.note;
    const stored = key === undefined ? undefined : known.get(key);
    const twin = key === undefined ? undefined : first.get(key);
    if (key === undefined || (!stored && !twin)) {
      if (key !== undefined) first.set(key, item);
      fresh.push(item);
      continue;
    }
    if (!stored) {
      const same = twin?.payload === item.payload;
      results.set(
        item.index,
        same
          ? { index: item.index, status: 'skipped', reason: 'sameKeyInBatch' }
          : failed(item.index, keyTaken(key)),
      );
      continue;
    }
    const note = bySeq.get(stored.noteSeq);
    const place = note?.state === 'trash' ? { ...note, projectId: note.trashProject } : note;
    const shown = note !== undefined && place !== undefined && isVisible(context, place);
    if (!shown) results.set(item.index, failed(item.index, keyTaken(key)));
    else if (stored.payload !== item.payload)
      results.set(
        item.index,
        failed(
          item.index,
          keyTaken(key, { noteId: note.id, versionToken: context.versionToken(note.id, note.hash) }),
        ),
      );
    else if (note.state === 'trash')
      results.set(item.index, { index: item.index, status: 'skipped', reason: 'inTrash', noteId: note.id });
    else
      results.set(item.index, { ...described(context, item.index, 'skipped', { note }), reason: 'sameKey' });
  }
  return fresh;
}

const keyTaken = (key: string, details: { noteId?: string; versionToken?: string } = {}): Refusal =>
  new Refusal(
    'alreadyExists',
    `The key ${quote(key)} already brought other content into this project.`,
    'Edit that note instead, or send this one under another key.',
    details,
  );

function notPlaced(
  context: Context,
  index: number,
  place: Exclude<Placed, { kind: 'free' }>,
  onExisting: 'fail' | 'skip',
): CreateNotesResult {
  if (place.kind === 'taken' && onExisting === 'skip') {
    return place.by && isVisible(context, place.by)
      ? { ...described(context, index, 'skipped', { note: place.by }), reason: 'exists' }
      : { index, status: 'skipped', reason: 'exists' };
  }
  return failed(index, place.refusal);
}

const described = (
  context: Context,
  index: number,
  status: CreateNotesResult['status'],
  { note }: Pick<Outcome, 'note'>,
): CreateNotesResult => ({
  index,
  status,
  noteId: note.id,
  path: placeOf(context, note).path,
  versionToken: context.versionToken(note.id, note.hash),
});

const failed = (index: number, refusal: Refusal): CreateNotesResult => ({
  index,
  status: 'failed',
  error: { code: refusal.code, message: refusal.message, hint: refusal.hint, ...refusal.details },
});

/** Runs an item's own work; a refusal or a fault in it is that item's alone. */
async function attempt<Value>(
  context: Context,
  work: () => Promise<Value>,
): Promise<{ ok: true; value: Value } | { ok: false; error: Refusal }> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: error instanceof Refusal ? error : context.fault(error) };
  }
}

async function rememberKeys(
  context: Context,
  project: VisibleProject,
  items: readonly Item[],
  outcomes: readonly Outcome[],
) {
  await context.stores.receipts.addImportKeys(
    items.flatMap(({ note: { key }, payload }, at) => {
      const outcome = outcomes[at];
      return key === undefined || !outcome
        ? []
        : [{ projectId: project.id, key, noteSeq: outcome.note.seq, payload }];
    }),
  );
}
