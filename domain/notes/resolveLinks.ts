import type { NameHit, NameKind, NotePlace, Stores } from '../ports.ts';
import { fold } from '../text/fold.ts';
import { formerNotes } from './formerPaths.ts';
import { spacePath } from './place.ts';

/** A link to resolve: its text and where it stands. */
export interface Target {
  readonly target: string;
  readonly form: 'wiki' | 'embed' | 'markdown';
  readonly folderPath: string;
  /** The folder of the project it stands in, '/' where there is none. */
  readonly projectPath: string;
}

export type Resolution =
  | { readonly kind: 'found'; readonly note: NotePlace }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly NotePlace[] }
  | { readonly kind: 'open' };

const noteId = /^n_[0-9A-HJKMNP-TV-Z]{26}$/i;

/** By note id, path, title, alias, file name, old names; then the nearest folder. Source: spec/engine.md, Links. */
const ranks: readonly (readonly NameKind[])[] = [['title'], ['alias'], ['file'], ['oldPath', 'oldFile']];

/** The key under which an open link waits: the last segment of its target, folded, without '.md'. */
export function targetKey(target: string): string {
  const segments = target.split('/');
  return fold(withoutExtension((segments.at(-1) ?? target).trim()));
}

/**
 * Resolves links of one space, in the same order, with a fixed number of queries however many there are.
 * @param spaceIds where targets may lie: the links' own space first.
 * @param sees the notes that the writer may see: these are chosen among first, so that no answer tells of others.
 */
export async function resolveLinks(
  stores: Stores,
  spaceIds: readonly number[],
  targets: readonly Target[],
  sees: Accept = all,
): Promise<Resolution[]> {
  if (targets.length === 0) return [];
  const [home] = spaceIds;
  if (home === undefined) return targets.map(() => ({ kind: 'open' }));
  const ids = targets.map((each) => each.target.trim()).filter((text) => noteId.test(text));
  const byId = new Map<string, NotePlace>();
  if (ids.length > 0) {
    for (const note of await stores.notes.byIds(ids.map(canonicalId))) {
      if (note.state === 'live' && spaceIds.includes(note.spaceId)) byId.set(note.id, note);
    }
  }
  const paths = new Set(targets.flatMap(pathsMeant));
  const byPath = new Map<string, NotePlace>();
  const places = [...paths].map((path) => ({ spaceId: home, ...splitKey(fold(path)) }));
  for (const note of places.length > 0 ? await stores.names.findPaths(places) : [])
    byPath.set(fold(spacePath(note.folderPath, note.name)), note);
  const keys = new Set(
    targets.flatMap(({ target }) => [
      fold(target.trim()),
      fold(withoutExtension(target.trim())),
      targetKey(target),
    ]),
  );
  const byKey = new Map<string, NameHit[]>();
  for (const hit of await stores.names.find(spaceIds, [...keys])) {
    const hits = byKey.get(hit.key);
    if (hits) hits.push(hit);
    else byKey.set(hit.key, [hit]);
  }
  const known = { byId, byPath, byKey };
  const resolved = targets.map((target) => {
    const seen = resolveOne(target, known, sees);
    return seen.kind === 'open' && sees !== all ? resolveOne(target, known, all) : seen;
  });
  return withFormerPaths(stores, home, targets, resolved);
}

/** What is still open is looked for where it once stood. */
async function withFormerPaths(
  stores: Stores,
  spaceId: number,
  targets: readonly Target[],
  resolved: Resolution[],
): Promise<Resolution[]> {
  const meant = targets.map((target, index) => (resolved[index]?.kind === 'open' ? pathsMeant(target) : []));
  const former = await formerNotes(stores, spaceId, meant.flat());
  if (former.size === 0) return resolved;
  return resolved.map((resolution, index) => {
    const target = targets[index];
    const candidates = (meant[index] ?? []).map((path) => former.get(fold(path))?.notes ?? []);
    const found = candidates.find((notes) => notes.length > 0);
    return target && found ? nearest(target.folderPath, found) : resolution;
  });
}

export const canonicalId = (text: string): string => `n_${text.slice(2).toUpperCase()}`;
export const isNoteId = (text: string): boolean => noteId.test(text);

type Accept = (note: NotePlace) => boolean;
const all: Accept = () => true;

/** The notes that answer to what the targets say. */
interface Known {
  readonly byId: ReadonlyMap<string, NotePlace>;
  readonly byPath: ReadonlyMap<string, NotePlace>;
  readonly byKey: ReadonlyMap<string, readonly NameHit[]>;
}

function resolveOne(target: Target, { byId, byPath, byKey }: Known, accept: Accept): Resolution {
  const accepted = (hits: readonly NameHit[] | undefined) => (hits ?? []).filter((hit) => accept(hit.note));
  const text = target.target.trim();
  const byItsId = isNoteId(text) ? byId.get(canonicalId(text)) : undefined;
  if (byItsId && accept(byItsId)) return { kind: 'found', note: byItsId };
  for (const path of pathsMeant(target)) {
    const note = byPath.get(fold(path));
    if (note && accept(note)) return { kind: 'found', note };
  }
  const whole = [...new Set([fold(text), fold(withoutExtension(text))])].flatMap((key) =>
    accepted(byKey.get(key)),
  );
  for (const kinds of ranks) {
    const found = nearest(
      target.folderPath,
      whole.filter((hit) => kinds.includes(hit.kind)).map((hit) => hit.note),
    );
    if (found.kind !== 'open') return found;
  }
  if (!text.includes('/')) return { kind: 'open' };
  // As vaults write them: the end of a path that is enough to tell the file.
  const ending = fold(`/${withoutExtension(text.replace(/^\/+/, ''))}.md`);
  const files = accepted(byKey.get(targetKey(text))).filter(
    (hit) =>
      hit.kind === 'file' && fold(`/${spacePath(hit.note.folderPath, hit.note.name)}`).endsWith(ending),
  );
  return nearest(
    target.folderPath,
    files.map((hit) => hit.note),
  );
}

/** Space paths that a target may mean as a path, nearest first. */
function pathsMeant({ target, form, folderPath, projectPath }: Target): string[] {
  const text = target.trim();
  const isPath = form === 'markdown' || text.includes('/') || /\.md$/i.test(text);
  if (!isPath || text === '') return [];
  const file = /\.md$/i.test(text) ? text : `${text}.md`;
  if (file.startsWith('/')) return [file.slice(1), join(projectPath, file.slice(1))].flatMap(present);
  const bases = form === 'markdown' ? [folderPath] : [folderPath, projectPath, '/'];
  return bases.map((base) => join(base, file)).flatMap(present);
}

const present = (path: string | null): string[] => (path === null ? [] : [path]);

/** '.' and '..' taken out; null above the root. */
function join(folderPath: string, relative: string): string | null {
  const segments = folderPath === '/' ? [] : folderPath.slice(0, -1).split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

function splitKey(path: string): { folderKey: string; nameKey: string } {
  const cut = path.lastIndexOf('/') + 1;
  return { folderKey: path.slice(0, cut) || '/', nameKey: path.slice(cut) };
}

const withoutExtension = (name: string): string => name.replace(/\.md$/i, '');

function nearest(folderPath: string, notes: readonly NotePlace[]): Resolution {
  const distinct = [...new Map(notes.map((note) => [note.seq, note])).values()];
  const [only, another] = distinct;
  if (!only) return { kind: 'open' };
  if (!another) return { kind: 'found', note: only };
  const measured = distinct
    .map((note) => ({ note, steps: distance(folderPath, note.folderPath) }))
    .sort((a, b) => a.steps - b.steps);
  const best = measured.filter((each) => each.steps === measured[0]?.steps).map((each) => each.note);
  const [first, second] = best;
  if (first && !second) return { kind: 'found', note: first };
  return { kind: 'ambiguous', candidates: best };
}

/** Steps up and down the folder tree from one folder to another. */
function distance(from: string, to: string): number {
  const a = from === '/' ? [] : from.slice(0, -1).split('/');
  const b = to === '/' ? [] : to.slice(0, -1).split('/');
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  return a.length - common + (b.length - common);
}
