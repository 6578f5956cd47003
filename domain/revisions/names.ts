import type { Context } from '../context.ts';
import type { NameRow } from '../ports.ts';
import { fold } from '../text/fold.ts';
import type { Step } from './step.ts';

/** Writes the keys by which the changed notes are found, and their tags. Old file names and paths stay. */
export async function writeNames(context: Context, spaceId: number, steps: readonly Step[]): Promise<void> {
  const { names, notes } = context.stores;
  const derived = steps.filter((step) => step.derived !== null);
  const renamed = derived.filter((step) => step.namesChanged);
  const existing = renamed.filter((step) => step.change.note !== null).map((step) => step.seq);
  const rows = renamed.flatMap((step) =>
    namesOf(step).map(({ key, kind }) => ({ noteSeq: step.seq, spaceId, key, kind })),
  );
  await names.replace(existing, rows);
  await names.add(derived.flatMap((step) => pastNames(step, spaceId)));
  await notes.replaceTags(
    derived
      .filter((step) => tagsChanged(step))
      .map((step) => ({ noteSeq: step.seq, tags: step.derived?.facts.tags ?? [] })),
  );
}

function tagsChanged({ row, change: { note } }: Step): boolean {
  return note ? row.tags.join('\n') !== note.tags.join('\n') : row.tags.length > 0;
}

/** Title, aliases and file name, each once. */
export function namesOf(step: Step): Pick<NameRow, 'key' | 'kind'>[] {
  const { facts } = step.derived ?? {};
  if (!facts) return [];
  const aliases = [...new Set(facts.aliases.map(fold))].map((key) => ({ key, kind: 'alias' as const }));
  return [
    { key: step.row.titleKey, kind: 'title' },
    ...aliases,
    { key: fileKey(step.row.name), kind: 'file' },
  ];
}

const fileKey = (name: string): string => fold(name.replace(/\.md$/i, ''));

function pastNames({ change: { note }, row, seq }: Step, spaceId: number): NameRow[] {
  if (note === null) return [];
  const rows: NameRow[] = [];
  if (note.name !== row.name) rows.push({ noteSeq: seq, spaceId, key: fileKey(note.name), kind: 'oldFile' });
  if (note.name !== row.name || note.folderId !== row.folderId) {
    const path = note.folderPath === '/' ? note.name : `${note.folderPath}${note.name}`;
    rows.push({ noteSeq: seq, spaceId, key: fileKey(path), kind: 'oldPath' });
  }
  return rows;
}
