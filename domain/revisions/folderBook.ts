import type { FolderRecord, Stores } from '../ports.ts';
import { fold } from '../text/fold.ts';
import { addTo, copyOf, folderElement, noteElement, type Sum } from './digest.ts';

/** The folders that a commit touches: made where missing, their counts and sums kept, dropped when they empty. */
export interface FolderBook {
  /** Reads the folders of these space paths and above at once, where they are there. */
  read(paths: readonly string[]): Promise<void>;
  /** The folder at a space path ('/' or 'a/b/'), made with its parents where it is missing. */
  ensure(path: string): Promise<FolderRecord>;
  /** Counts a live note into (1) or out of (-1) its folder. */
  count(folderId: number, name: string, hash: string, sign: 1 | -1): Promise<void>;
  /** Counts a whole folder out of the one it is in and, under a name, into another; nothing below it is read. */
  move(folder: FolderRecord, into: FolderRecord, name: string): Promise<void>;
  /** Writes counts and sums up to the root, and drops folders left without notes. */
  settle(): Promise<void>;
}

interface Entry {
  record: FolderRecord;
  notes: number;
  sum: Sum;
  touched: boolean;
}

export function openFolderBook(stores: Stores, spaceId: number, revision: number): FolderBook {
  const byId = new Map<number, Entry>();
  const byKey = new Map<string, Entry>();

  const keep = (record: FolderRecord): Entry => {
    const known = byId.get(record.id);
    if (known) return known;
    const entry: Entry = { record, notes: record.notes, sum: copyOf(record.digest), touched: false };
    byId.set(record.id, entry);
    byKey.set(fold(record.path), entry);
    return entry;
  };
  const load = async (id: number): Promise<Entry> => {
    const known = byId.get(id);
    if (known) return known;
    const [record] = await stores.folders.byIds([id]);
    if (!record) throw new Error(`folder ${id} is missing`);
    return keep(record);
  };
  const asked = new Set<string>();
  const read = async (paths: readonly string[]): Promise<void> => {
    const keys = new Set(paths.flatMap((path) => pathsDownTo(path).map(fold)));
    const unread = [...keys].filter((key) => !asked.has(key));
    if (unread.length === 0) return;
    for (const record of await stores.folders.byPathKeys(spaceId, unread)) keep(record);
    for (const key of unread) asked.add(key);
  };
  const root = async (): Promise<Entry> => byKey.get('/') ?? keep(await stores.folders.root(spaceId));
  const find = async (path: string): Promise<Entry> => {
    const known = byKey.get(fold(path));
    if (known) return known;
    await read([path]);
    let parent = await root();
    for (const step of pathsDownTo(path).slice(1)) {
      const entry = byKey.get(fold(step));
      if (entry) {
        parent = entry;
        continue;
      }
      const name = step.slice(step.lastIndexOf('/', step.length - 2) + 1, -1);
      const above = parent.record;
      parent = keep(
        await stores.folders.insert(
          {
            spaceId,
            parentId: above.id,
            name,
            path: `${above.path === '/' ? '' : above.path}${name}/`,
            projectId: above.projectId,
          },
          revision,
        ),
      );
    }
    return parent;
  };

  return {
    read,
    ensure: async (path) => (await find(path)).record,
    count: async (folderId, name, hash, sign) => {
      const entry = await load(folderId);
      addTo(entry.sum, noteElement(name, hash), sign);
      entry.notes += sign;
      entry.touched = true;
    },
    move: async (folder, into, name) => {
      if (folder.parentId === null) throw new Error('the root of a space is in no folder');
      const from = await load(folder.parentId);
      const to = await load(into.id);
      if (folder.notes > 0) {
        addTo(from.sum, folderElement(folder.name, copyOf(folder.digest)), -1);
        addTo(to.sum, folderElement(name, copyOf(folder.digest)), 1);
      }
      from.notes -= folder.notes;
      to.notes += folder.notes;
      from.touched = true;
      to.touched = true;
    },
    settle: async () => {
      const touched = [...byId.values()].filter((entry) => entry.touched);
      for (const entry of touched) {
        for (let at = entry; at.record.parentId !== null; ) {
          at = await load(at.record.parentId);
          at.touched = true;
        }
      }
      const deepestFirst = [...byId.values()]
        .filter((entry) => entry.touched)
        .sort((a, b) => depth(b.record.path) - depth(a.record.path));
      const held = await projectFolders(stores, spaceId);
      const gone: number[] = [];
      for (const { record, notes, sum } of deepestFirst) {
        if (record.parentId !== null) {
          const parent = await load(record.parentId);
          if (record.notes > 0) addTo(parent.sum, folderElement(record.name, copyOf(record.digest)), -1);
          if (notes > 0) addTo(parent.sum, folderElement(record.name, sum), 1);
          parent.notes += notes - record.notes;
        }
        if (notes === 0 && record.parentId !== null && !held.some((path) => path.startsWith(record.path)))
          gone.push(record.id);
      }
      await stores.folders.setTotals(
        deepestFirst.map(({ record, notes, sum }) => ({
          id: record.id,
          notes,
          digest: notes === 0 ? null : sum,
        })),
      );
      for (const id of gone) await stores.folders.remove([id]);
    },
  };
}

const projectFolders = async (stores: Stores, spaceId: number): Promise<readonly string[]> =>
  (await stores.projects.inSpace(spaceId)).map((project) => project.folderPath);

const depth = (path: string): number => (path === '/' ? 0 : path.split('/').length);

/** '/', 'a/', 'a/b/' for 'a/b/'. */
function pathsDownTo(path: string): string[] {
  if (path === '/') return ['/'];
  const segments = path.slice(0, -1).split('/');
  return ['/', ...segments.map((_, index) => `${segments.slice(0, index + 1).join('/')}/`)];
}
