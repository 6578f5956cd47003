import type { Identity } from '../../../domain/actor.ts';
import { renameFolder } from '../../../domain/folders/rename.ts';
import type { NoteRecord, SpaceRecord, Stores } from '../../../domain/ports.ts';
import { findSpace } from '../../../domain/projects/find.ts';
import { commit } from '../../../domain/revisions/commit.ts';
import { hashOf } from '../../../domain/revisions/hash.ts';
import { restoreSpace } from '../../../domain/revisions/restoreSpace.ts';
import { snapshot } from '../../../domain/revisions/snapshot.ts';
import { transact } from '../../../domain/revisions/transact.ts';
import { deleteNote } from '../../../domain/trash/delete.ts';
import { purgeTrash } from '../../../domain/trash/purge.ts';
import { known, type TestEngine } from '../../factories.ts';

/** A space by paths: what a test does to it, and what it then holds. */
export interface TestSpace {
  readonly handle: string;
  /** Live notes by space path, read from the database. */
  notes(): Promise<Map<string, { id: string; source: string }>>;
  note(path: string): Promise<NoteRecord>;
  /** Sets texts by path in one commit; null deletes. Gives the revision. */
  write(texts: Readonly<Record<string, string | null>>, as?: Identity): Promise<number | null>;
  /** One commit; folders are '/' or 'a/b/'. */
  move(path: string, folderPath: string, name?: string): Promise<number | null>;
  /** Renames a folder of the root with all that is in it, its notes untouched. */
  moveFolder(from: string, to: string): Promise<number>;
  /** Deletes and erases a note; gives its id. */
  erase(path: string): Promise<string>;
  revision(): Promise<number>;
  digest(as?: Identity): Promise<string>;
  restore(revision: number, as?: Identity): ReturnType<typeof restoreSpace>;
}

export function spaceOf(engine: TestEngine, handle: string): TestSpace {
  const recordIn = async (stores: Stores): Promise<SpaceRecord> =>
    known(await stores.projects.spaceByHandle(handle));
  const record = () => engine.within(({ stores }) => recordIn(stores));
  const live = () =>
    engine.within(async ({ stores, access }) => {
      const { notes } = await stores.notes.list({
        visible: { ...access.visible, personalSpaceId: null },
        below: { spaceId: (await recordIn(stores)).id, pathKey: '/' },
        limit: 10_000,
      });
      const sources = await stores.sources.read(notes.map((note) => note.sourceId ?? 0));
      return notes.map((note) => ({ note, source: sources.get(note.sourceId ?? 0) ?? '' }));
    });

  const space: TestSpace = {
    handle,
    notes: async () =>
      new Map((await live()).map(({ note, source }) => [pathOf(note), { id: note.id, source }])),
    note: async (path) => known((await live()).find(({ note }) => pathOf(note) === path)).note,
    write: async (texts, as) => {
      const present = await space.notes();
      const changes = Object.entries(texts).map(([path, content]) => {
        const there = present.get(path);
        return { path, content, ...(there ? { replaces: hashOf(there.source) } : {}) };
      });
      return (await engine.run(transact, { space: handle, changes }, as)).revision;
    },
    move: async (path, folderPath, name) => {
      const note = await space.note(path);
      const after = { folderPath, name: name ?? note.name };
      const changes = [{ operation: 'move', note, after, class: note.class } as const];
      return engine.within(
        async (context) => (await commit(context, await findSpace(context, handle), changes)).revision,
      );
    },
    moveFolder: async (from, to) =>
      known((await engine.run(renameFolder, { project: handle, path: from, name: to })).revision),
    erase: async (path) => {
      const { id } = await space.note(path);
      await engine.run(deleteNote, { ref: id });
      await engine.run(purgeTrash, { space: handle, noteIds: [id], confirm: 1 });
      return id;
    },
    revision: async () => (await record()).revision,
    digest: async (as) => (await engine.run(snapshot, { space: handle }, as)).digest,
    restore: async (revision, as) =>
      engine.run(restoreSpace, { space: handle, revision, expectedRevision: (await record()).revision }, as),
  };
  return space;
}

const pathOf = (note: NoteRecord): string =>
  note.folderPath === '/' ? note.name : `${note.folderPath}${note.name}`;
