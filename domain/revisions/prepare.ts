import type { Context } from '../context.ts';
import { derive } from '../notes/derive.ts';
import { checkSize } from '../notes/place.ts';
import type { NoteRecord, SpaceRecord } from '../ports.ts';
import { countChange } from '../text/diff.ts';
import { fold } from '../text/fold.ts';
import { isWellFormed } from '../text/quote.ts';
import { hashOf } from './hash.ts';
import type { Change, Step } from './step.ts';

/** Works out the whole row after each change, and what its text derives; folders come from `ensure`. */
export async function prepare(
  context: Context,
  space: SpaceRecord,
  changes: readonly Change[],
  revision: number,
  now: number,
  ensure: (path: string) => Promise<{ id: number; path: string; projectId: string | null }>,
): Promise<Step[]> {
  const { stores } = context;
  const reread = changes.flatMap(({ note, after }) =>
    note?.sourceId != null && after !== null ? [note.sourceId] : [],
  );
  const sources = reread.length > 0 ? await stores.sources.read(reread) : new Map<number, string>();
  let nextSeq = changes.some((change) => change.note === null) ? await stores.notes.nextSeq() : 0;
  const steps: Step[] = [];
  for (const change of changes) {
    const { note, after } = change;
    const seq = note?.seq ?? nextSeq++;
    const before = note?.sourceId != null ? (sources.get(note.sourceId) ?? '') : '';
    if (after === null) {
      if (!note) throw new Error('only a note that exists can go to the trash');
      steps.push(trashStep(change, note, revision, now));
      continue;
    }
    const folder = await ensure(after.folderPath);
    const source = after.source ?? before;
    checkSize(context, source);
    if (!isWellFormed(source))
      throw new Error('a source with half a surrogate pair would not keep its bytes');
    const textChanged = note === null || (after.source !== undefined && source !== before);
    const derived = derive(source, after.name, change.class, after.facts);
    const hash = textChanged ? hashOf(source) : note.hash;
    steps.push({
      change,
      seq,
      source,
      derived,
      namesChanged:
        note === null ||
        note.name !== after.name ||
        note.title !== derived.facts.title ||
        !hasFrontmatter(before, source.slice(0, derived.facts.bodyStart)),
      ...(textChanged ? countChange(before, source) : { added: 0, removed: 0 }),
      place: { folderPath: folder.path, projectId: folder.projectId },
      row: {
        seq,
        id: note?.id ?? context.ids.note(now),
        spaceId: space.id,
        folderId: folder.id,
        name: after.name,
        nameKey: fold(after.name),
        class: change.class,
        state: 'live',
        title: derived.facts.title,
        titleKey: fold(derived.facts.title),
        type: derived.facts.type,
        tags: derived.facts.tags,
        language: derived.language,
        bodyStart: derived.facts.bodyStart,
        sourceId: note?.sourceId ?? null,
        hash,
        size: Buffer.byteLength(source, 'utf8'),
        createdRevision: note?.createdRevision ?? revision,
        createdAt: note?.createdAt ?? now,
        modifiedRevision: textChanged ? revision : note.modifiedRevision,
        modifiedAt: textChanged ? now : note.modifiedAt,
        revision,
        trashedAt: null,
        trashPath: null,
        trashProject: null,
      },
    });
  }
  return steps;
}

/** Whether a source has exactly this frontmatter block; '' is none. */
const hasFrontmatter = (source: string, block: string): boolean =>
  block === '' ? !source.startsWith('---') : source.startsWith(block);

function trashStep(change: Change, note: NoteRecord, revision: number, now: number): Step {
  const { folderPath, projectId, ...rest } = note;
  return {
    change,
    seq: note.seq,
    source: null,
    derived: null,
    namesChanged: false,
    added: 0,
    removed: 0,
    place: { folderPath, projectId },
    row: {
      ...rest,
      nameKey: fold(note.name),
      titleKey: fold(note.title),
      state: 'trash',
      revision,
      trashedAt: now,
      trashPath: folderPath === '/' ? note.name : `${folderPath}${note.name}`,
      trashProject: projectId,
    },
  };
}
