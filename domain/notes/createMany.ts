import type { VisibleProject } from '../access/access.ts';
import type { Context } from '../context.ts';
import { canonicalJson } from '../once.ts';
import { findProject, spaceOf } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { hashOf } from '../revisions/hash.ts';
import { attempt } from './attempt.ts';
import { type CreateNotesResult, described, failed, type Item, type KeyedNote } from './batchItem.ts';
import { type Draft, draftNote } from './draft.ts';
import { rememberKeys, withoutKnownKeys } from './importKeys.ts';
import { namesakeWarnings } from './namesakes.ts';
import { isVisible } from './place.ts';
import { type Placed, placeDrafts } from './placeDrafts.ts';

export interface CreateNotesInput {
  readonly project: string;
  readonly notes: readonly KeyedNote[];
  readonly onExisting?: 'fail' | 'skip' | undefined;
}

export interface CreateNotes {
  readonly created: number;
  readonly skipped: number;
  readonly failed: number;
  readonly revision: number | null;
  readonly unresolvedLinks: number;
  readonly ambiguousLinks: number;
  readonly results: readonly CreateNotesResult[];
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
      after: { folderPath: draft.folderPath, name, source: draft.source, facts: draft.facts },
      class: 'user-doc',
    })),
  );
}

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
