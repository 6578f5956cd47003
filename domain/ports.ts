import type { Role, Scope, TokenFacts, UserFacts } from './actor.ts';
import type { LexicalQuery } from './search/query.ts';

/** What the engine needs of the outside. Storage implements the stores; all of them are bound to one transaction. */
export interface Stores {
  readonly people: PeopleStore;
  readonly tokens: TokenStore;
  readonly projects: ProjectStore;
  readonly folders: FolderStore;
  readonly notes: NoteStore;
  readonly sources: SourceStore;
  readonly names: NameStore;
  readonly edges: EdgeStore;
  readonly revisions: RevisionStore;
  readonly texts: TextStore;
  readonly receipts: ReceiptStore;
  readonly audit: AuditStore;
  readonly pins: PinStore;
  readonly visits: VisitStore;
}

/** Runs work in one transaction and hands it the stores bound to it. */
export type Transact = <Result>(work: (stores: Stores) => Promise<Result>) => Promise<Result>;

export type NoteClass = 'user-doc' | 'agent-memory' | 'profile';

export interface SpaceRecord {
  readonly id: number;
  readonly handle: string | null;
  readonly name: string;
  readonly kind: 'team' | 'personal';
  readonly revision: number;
}

export interface ProjectRecord {
  readonly id: string;
  readonly spaceId: number;
  readonly folderId: number;
  /** The folder's path inside the space. */
  readonly folderPath: string;
  readonly handle: string;
  readonly name: string;
  /** Live notes in its folder and below, those of inner projects included. */
  readonly notes: number;
}

/** A role as granted: `projectId` null = the whole space. */
export interface Grant {
  readonly spaceId: number;
  readonly projectId: string | null;
  readonly role: Role;
}

export interface FolderRecord {
  readonly id: number;
  readonly spaceId: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly path: string;
  readonly projectId: string | null;
  readonly notes: number;
  readonly digest: Buffer | null;
}

export interface NoteRecord {
  readonly seq: number;
  readonly id: string;
  readonly spaceId: number;
  readonly folderId: number;
  /** Path inside the space of the folder it is in; of a note in the trash, of the one it was in. */
  readonly folderPath: string;
  /** null in a personal space. */
  readonly projectId: string | null;
  readonly name: string;
  readonly class: NoteClass;
  readonly state: 'live' | 'trash' | 'purged';
  readonly title: string;
  readonly type: string | null;
  readonly tags: readonly string[];
  readonly language: 'en' | 'pt' | 'none';
  /** Where the body begins in the source. */
  readonly bodyStart: number;
  readonly sourceId: number | null;
  readonly hash: string;
  readonly size: number;
  readonly createdRevision: number;
  readonly createdAt: number;
  readonly modifiedRevision: number;
  readonly modifiedAt: number;
  readonly revision: number;
  readonly trashedAt: number | null;
  readonly trashPath: string | null;
  readonly trashProject: string | null;
}

/** A note row as a commit writes it: the whole state after the change. */
export interface NoteRow extends Omit<NoteRecord, 'folderPath' | 'projectId'> {
  readonly nameKey: string;
  readonly titleKey: string;
}

export interface VersionRow {
  readonly noteSeq: number;
  readonly revision: number;
  readonly spaceId: number;
  readonly operation: Operation;
  readonly sourceId: number | null;
  readonly hash: string;
  readonly folderId: number;
  readonly name: string;
  readonly title: string;
  readonly live: boolean;
  readonly added: number;
  readonly removed: number;
}

export type Operation = 'create' | 'edit' | 'move' | 'rename' | 'delete' | 'restore';

/** One step of a note's past, with its place as it was then. */
export interface VersionRecord extends VersionRow {
  readonly noteId: string;
  readonly path: string;
  readonly projectId: string | null;
  /** Where the project's folder was then. */
  readonly projectPath: string | null;
  readonly at: number;
  readonly by: Author;
  readonly tool: string;
  readonly message: string | null;
  /** What it replaced, with its place right before this revision; null for the first version. */
  readonly before:
    | ({ readonly hash: string } & Pick<VersionRecord, 'path' | 'projectId' | 'projectPath'>)
    | null;
}

export interface Author {
  readonly name: string;
  readonly kind: 'human' | 'agent';
  readonly client: string;
}

/** Which changes of notes to list, newest first. */
export interface ActivityQuery {
  /** Those in these projects at their revision; null asks nothing. */
  readonly projectIds: readonly string[] | null;
  readonly spaceId?: number | undefined;
  readonly noteSeq?: number | undefined;
  /** Made at this time or later, in ms. */
  readonly sinceAt?: number | undefined;
  /** Made by a later revision. */
  readonly sinceRevision?: number | undefined;
  /** Not made by this token. */
  readonly exceptToken?: string | undefined;
  /** Only those behind this one. */
  readonly before?: ActivityPlace | undefined;
  readonly limit: number;
}

/** Where a change stands in a list, newest first. */
export type ActivityPlace = Pick<VersionRecord, 'at' | 'spaceId' | 'revision' | 'noteSeq'>;

export interface RevisionRow {
  readonly spaceId: number;
  readonly number: number;
  readonly at: number;
  readonly userId: string;
  readonly tokenId: string | null;
  readonly client: string;
  readonly kind: 'human' | 'agent';
  readonly tool: string;
  readonly message: string | null;
  readonly notes: number;
}

export interface RevisionRecord extends RevisionRow {
  readonly userName: string;
}

export type NameKind = 'title' | 'alias' | 'file' | 'oldFile' | 'oldPath';

export interface NameRow {
  readonly noteSeq: number;
  readonly spaceId: number;
  readonly key: string;
  readonly kind: NameKind;
}

/** A live note that answers to a key. */
export interface NameHit {
  readonly key: string;
  readonly kind: NameKind;
  readonly note: NotePlace;
}

export interface NotePlace {
  readonly seq: number;
  readonly id: string;
  readonly title: string;
  readonly spaceId: number;
  readonly projectId: string | null;
  readonly class: NoteClass;
  readonly folderPath: string;
  readonly name: string;
}

export interface EdgeRow {
  readonly noteSeq: number;
  readonly spaceId: number;
  readonly ordinal: number;
  readonly relation: string;
  readonly target: string;
  readonly targetKey: string;
  readonly label: string | null;
  readonly form: 'wiki' | 'embed' | 'markdown';
  readonly toSeq: number | null;
}

export interface EdgeRecord extends EdgeRow {
  readonly id: number;
}

/** An edge with the note at its other end; `note` is null where nothing live is there. */
export interface LinkedNote {
  readonly relation: string;
  readonly target: string;
  readonly note: NotePlace | null;
}

/** What of the notes a query may see: documents of these projects, and classes of the caller's own space. */
export interface Visibility {
  readonly projectIds: readonly string[];
  readonly personalSpaceId: number | null;
  readonly personalClasses: readonly NoteClass[];
}

export interface TextRow {
  readonly seq: number;
  readonly title: string;
  readonly aliases: string;
  readonly tags: string;
  readonly headings: string;
  readonly body: string;
}

export interface TextHit {
  readonly seq: number;
  /** Higher is better. */
  readonly score: number;
  readonly titleMatch: boolean;
}

export interface TextFilter extends Visibility {
  readonly tagKey?: string | undefined;
  readonly type?: string | undefined;
}

export interface TextStore {
  replace(rows: readonly TextRow[]): Promise<void>;
  insert(rows: readonly TextRow[]): Promise<void>;
  remove(seqs: readonly number[]): Promise<void>;
  search(
    query: LexicalQuery,
    titleKey: string,
    filter: TextFilter,
    limit: number,
    offset: number,
  ): Promise<{ total: number; hits: readonly TextHit[] }>;
}

export interface PeopleStore {
  userById(id: string): Promise<UserRecord | null>;
  userByName(name: string): Promise<UserRecord | null>;
  users(): Promise<readonly UserRecord[]>;
  insertUser(
    user: UserRecord & { readonly password: string | null; readonly createdAt: number },
  ): Promise<void>;
  setPassword(userId: string, password: string): Promise<void>;
  setDisabled(userId: string, disabled: boolean): Promise<void>;
  grants(userId: string): Promise<readonly Grant[]>;
  setGrant(userId: string, spaceId: number, projectId: string | null, role: Role | null): Promise<void>;
}

export interface UserRecord extends UserFacts {
  readonly disabled: boolean;
}

export interface TokenRecord extends TokenFacts {
  readonly userId: string;
  readonly secretHash: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

export interface TokenStore {
  byId(id: string): Promise<TokenRecord | null>;
  list(userId: string | null): Promise<readonly TokenRecord[]>;
  insert(token: TokenRecord): Promise<void>;
  revoke(id: string, at: number): Promise<void>;
  expire(id: string, at: number): Promise<void>;
}

export interface ProjectStore {
  spaceById(id: number): Promise<SpaceRecord | null>;
  spaceByHandle(handle: string): Promise<SpaceRecord | null>;
  spaces(): Promise<readonly SpaceRecord[]>;
  /** Makes the space with its root folder; gives its id. */
  insertSpace(space: {
    handle: string | null;
    name: string;
    kind: 'team' | 'personal';
    createdAt: number;
  }): Promise<number>;
  setRevision(spaceId: number, revision: number): Promise<void>;
  byHandle(handle: string): Promise<ProjectRecord | null>;
  byIds(ids: readonly string[]): Promise<readonly ProjectRecord[]>;
  inSpace(spaceId: number): Promise<readonly ProjectRecord[]>;
  all(): Promise<readonly ProjectRecord[]>;
  /** Makes the project and its handle, and hands it the folders below that belonged to the project around it. */
  insert(
    project: Omit<ProjectRecord, 'folderPath' | 'notes'> & { readonly createdAt: number },
    revision: number,
  ): Promise<void>;
  handleTaken(handle: string): Promise<boolean>;
  /** Gives a project its handle and name; every handle it had stays its own. */
  rename(id: string, to: { readonly handle: string; readonly name: string }): Promise<void>;
  renameSpace(id: number, handle: string): Promise<void>;
  /** When a note of each project last changed, in ms. */
  lastChanges(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** A folder's path inside the space, the project it was seen in, and where that project's own folder was then. */
export interface FolderPlace {
  readonly path: string;
  readonly projectId: string | null;
  readonly projectPath: string | null;
}

export interface FolderMove {
  readonly revision: number;
  readonly from: FolderPlace;
  readonly to: FolderPlace;
}

export interface FormerPlace {
  readonly folderId: number;
  readonly pathKey: string;
  readonly projectId: string | null;
  /** The revision that brought it there. */
  readonly revision: number;
}

export interface FolderStore {
  root(spaceId: number): Promise<FolderRecord>;
  byIds(ids: readonly number[]): Promise<readonly FolderRecord[]>;
  byPathKeys(spaceId: number, keys: readonly string[]): Promise<readonly FolderRecord[]>;
  children(folderId: number): Promise<readonly FolderRecord[]>;
  /** The folder and all below it. */
  subtree(spaceId: number, pathKey: string): Promise<readonly FolderRecord[]>;
  insert(
    folder: { spaceId: number; parentId: number; name: string; path: string; projectId: string | null },
    revision: number,
  ): Promise<FolderRecord>;
  /** Puts folders where they now are (a moved folder's whole subtree), and notes their places in the history. */
  relocate(
    folders: readonly {
      id: number;
      parentId: number;
      name: string;
      path: string;
      projectId: string | null;
    }[],
    revision: number,
  ): Promise<void>;
  setTotals(rows: readonly { id: number; notes: number; digest: Buffer | null }[]): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  /** Where each folder was at a revision; a folder made later is absent. */
  placesAt(
    folderIds: readonly number[],
    revision: number,
  ): Promise<ReadonlyMap<number, { path: string; projectId: string | null }>>;
  /** Which folders ever came to stand at these folded paths, the latest first; some are gone by now. */
  formerly(spaceId: number, pathKeys: readonly string[]): Promise<readonly FormerPlace[]>;
  /** Notes for the history that a revision moved or renamed a folder. */
  recordMove(move: {
    readonly spaceId: number;
    readonly revision: number;
    readonly folderId: number;
    readonly from: Omit<FolderPlace, 'projectPath'>;
    readonly to: Omit<FolderPlace, 'projectPath'>;
  }): Promise<void>;
  /** What these revisions moved or renamed: at most one folder each, with its place before and after. */
  folderMoves(spaceId: number, revisions: readonly number[]): Promise<readonly FolderMove[]>;
  /** The folders of a space whose place changed after a revision. */
  changedSince(spaceId: number, revision: number): Promise<readonly number[]>;
}

export interface NoteListQuery {
  readonly folderIds?: readonly number[] | undefined;
  readonly visible: Visibility;
  /** Path inside the space, folded: only notes at and below it. */
  readonly below?: { readonly spaceId: number; readonly pathKey: string } | undefined;
  readonly tagKey?: string | undefined;
  readonly type?: string | undefined;
  readonly after?: { readonly folderPath: string; readonly name: string } | undefined;
  readonly limit: number;
}

export interface NoteStore {
  nextSeq(): Promise<number>;
  byIds(ids: readonly string[]): Promise<readonly NoteRecord[]>;
  bySeqs(seqs: readonly number[]): Promise<readonly NoteRecord[]>;
  /** Live notes at these places. */
  atPlaces(folderIds: readonly number[], nameKeys: readonly string[]): Promise<readonly NoteRecord[]>;
  /** Live notes of these folders with one of these folded titles. */
  withTitles(folderIds: readonly number[], titleKeys: readonly string[]): Promise<readonly NoteRecord[]>;
  inFolders(folderIds: readonly number[]): Promise<readonly NoteRecord[]>;
  /** Live documents in path order, with the total of all pages. */
  list(query: NoteListQuery): Promise<{ readonly notes: readonly NoteRecord[]; readonly total: number }>;
  insert(rows: readonly NoteRow[]): Promise<void>;
  update(rows: readonly NoteRow[]): Promise<void>;
  trash(query: TrashQuery): Promise<{ readonly notes: readonly NoteRecord[]; readonly total: number }>;
  /** Every note, in whatever space, that went to the trash before a time. */
  trashedBefore(at: number): Promise<readonly { readonly seq: number; readonly id: string }[]>;
  changedSince(spaceId: number, revision: number): Promise<readonly number[]>;
  /** Ids of erased notes that were made at or before a revision and touched after it. */
  purgedWithin(spaceId: number, revision: number): Promise<readonly string[]>;
  /** Tags and types of a project's live documents, most used first. */
  knownValues(
    projectId: string,
    limit: number,
  ): Promise<{ readonly tags: readonly string[]; readonly types: readonly string[] }>;
  /** Erases all that notes ever held but their stubs: id, times and who. */
  purge(seqs: readonly number[], at: number): Promise<void>;
  replaceTags(rows: readonly { noteSeq: number; tags: readonly string[] }[]): Promise<void>;
}

/** Deleted notes of a project: all, or those that the asking user deleted. */
export interface TrashScope {
  readonly projectId: string;
  readonly ownOnly: boolean;
}

export interface TrashQuery {
  readonly spaceId: number;
  /** Folded text that the title or path must hold. */
  readonly text?: string | undefined;
  readonly scopes: readonly TrashScope[];
  readonly userId: string;
  /** Only these notes. */
  readonly ids?: readonly string[] | undefined;
  readonly after?: { readonly trashedAt: number; readonly seq: number } | undefined;
  readonly limit: number;
}

export interface SourceStore {
  /** Source text by source id. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Stores each text once a note; gives the source ids in the same order. */
  write(
    rows: readonly { noteSeq: number; hash: string; text: string; isNew: boolean }[],
  ): Promise<readonly number[]>;
}

export interface NameStore {
  find(spaceIds: readonly number[], keys: readonly string[]): Promise<readonly NameHit[]>;
  /** Live notes at space paths. */
  findPaths(
    places: readonly { spaceId: number; folderKey: string; nameKey: string }[],
  ): Promise<readonly NotePlace[]>;
  /** Replaces titles, aliases and file names; old file names and paths stay. */
  replace(noteSeqs: readonly number[], rows: readonly NameRow[]): Promise<void>;
  add(rows: readonly NameRow[]): Promise<void>;
}

export interface EdgeStore {
  ofNotes(noteSeqs: readonly number[]): Promise<readonly EdgeRecord[]>;
  replace(noteSeqs: readonly number[], rows: readonly EdgeRow[]): Promise<void>;
  unresolved(spaceIds: readonly number[], targetKeys: readonly string[]): Promise<readonly EdgeRecord[]>;
  bind(rows: readonly { id: number; toSeq: number }[]): Promise<void>;
  outgoing(noteSeq: number): Promise<readonly LinkedNote[]>;
  /** Links of a note both ways, live ends alone, at most `limit` each way: of its own the first and the last ones. */
  around(
    noteSeq: number,
    visible: Visibility,
    limit: number,
  ): Promise<
    readonly { readonly relation: string; readonly note: NotePlace; readonly isOutgoing: boolean }[]
  >;
  incoming(
    noteSeq: number,
    visible: Visibility,
    limit: number,
  ): Promise<{ readonly links: readonly LinkedNote[]; readonly total: number }>;
}

export interface RevisionStore {
  insert(revision: RevisionRow): Promise<void>;
  insertVersions(rows: readonly VersionRow[]): Promise<void>;
  byNumbers(spaceId: number, numbers: readonly number[]): Promise<readonly RevisionRecord[]>;
  /**
   * Revisions that changed notes of these projects (null = of any) or put a folder there, newest first, with how many
   * `changes` to notes each made there.
   */
  list(
    spaceId: number,
    projectIds: readonly string[] | null,
    before: number | null,
    limit: number,
  ): Promise<{
    readonly revisions: readonly (RevisionRecord & { readonly changes: number })[];
    readonly total: number;
  }>;
  /** A note's versions, newest first. */
  ofNote(
    noteSeq: number,
    before: number | null,
    limit: number,
  ): Promise<{ readonly versions: readonly VersionRecord[]; readonly total: number }>;
  /** The first changes of some revisions in these projects (null = in any), newest revision first. */
  changes(
    spaceId: number,
    revisions: readonly number[],
    projectIds: readonly string[] | null,
    limit: number,
  ): Promise<readonly VersionRecord[]>;
  /** Changes of notes by time, newest first, with the total of all pages. */
  /** Moves of folders into these projects, as places in the same list; their `noteSeq` is 0. */
  folderActivity(
    query: ActivityQuery,
  ): Promise<{ readonly places: readonly ActivityPlace[]; readonly total: number }>;
  activity(
    query: ActivityQuery,
  ): Promise<{ readonly changes: readonly VersionRecord[]; readonly total: number }>;
  /** The version of each note that stood at a revision; a note made later is absent. */
  versionsAt(noteSeqs: readonly number[], revision: number): Promise<ReadonlyMap<number, VersionRow>>;
}

/** Stored answers for idempotency keys, and import keys. */
export interface ReceiptStore {
  find(
    scope: string,
    key: string,
  ): Promise<{ payload: string; result: string; noteIds: readonly string[] } | null>;
  store(row: {
    scope: string;
    key: string;
    payload: string;
    result: string;
    noteIds: readonly string[];
    createdAt: number;
  }): Promise<void>;
  forgetBefore(at: number): Promise<void>;
  importKeys(
    projectId: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, { noteSeq: number; payload: string }>>;
  addImportKeys(
    rows: readonly { projectId: string; key: string; noteSeq: number; payload: string }[],
  ): Promise<void>;
}

export interface AuditRow {
  readonly at: number;
  readonly requestId: string;
  readonly userId: string | null;
  readonly tokenId: string | null;
  readonly client: string;
  readonly kind: 'human' | 'agent';
  readonly tool: string;
  readonly projectId: string | null;
  /** The handle that the call named; the store finds the project by it, or by the notes, where `projectId` is null. */
  readonly project?: string | undefined;
  readonly noteIds: readonly string[];
  /** 'ok' or the error code. */
  readonly outcome: string;
  readonly milliseconds: number;
  readonly charactersIn: number;
  readonly charactersOut: number;
}

/** Which rows of the audit; absent fields narrow nothing. Times in ms: `from` inclusive, `before` exclusive. */
export interface AuditFilter {
  readonly userId?: string | undefined;
  readonly tokenId?: string | undefined;
  readonly tool?: string | undefined;
  readonly projectId?: string | undefined;
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

export interface AuditRecord extends Omit<AuditRow, 'project'> {
  readonly id: number;
}

/** What a token did on a day (`2026-11-30`, UTC). */
export interface UsageRecord {
  readonly day: string;
  readonly tokenId: string;
  readonly calls: number;
  readonly charactersOut: number;
}

export interface AuditStore {
  /** Newest first, with the total of all pages. */
  list(
    filter: AuditFilter,
    after: { readonly at: number; readonly id: number } | null,
    limit: number,
  ): Promise<{ readonly rows: readonly AuditRecord[]; readonly total: number }>;
  /** Newest day first, with the total of all pages; whole days. */
  usage(
    filter: AuditFilter,
    after: { readonly day: string; readonly tokenId: string } | null,
    limit: number,
  ): Promise<{ readonly rows: readonly UsageRecord[]; readonly total: number }>;
  add(rows: readonly AuditRow[]): Promise<void>;
  forgetBefore(at: number): Promise<void>;
}

export interface PinStore {
  /** Live notes that are pinned in a project and are in it, in the order they were pinned. */
  ofProject(projectId: string): Promise<readonly NoteRecord[]>;
  /** A note that is pinned in that project already keeps its place in the order. */
  add(pin: { noteSeq: number; projectId: string; userId: string; at: number }): Promise<void>;
  remove(noteSeq: number): Promise<void>;
}

/** A stay of a token in a project: what it was shown, and how it went on. */
export interface VisitRow {
  readonly tokenId: string;
  readonly projectId: string;
  /** The revision after which changes are told; null in a first visit. */
  readonly since: number | null;
  /** The revision up to which they were told. */
  readonly seen: number;
  readonly at: number;
}

export interface VisitRecord extends Pick<VisitRow, 'since' | 'seen'> {
  /** Of the newest start_session, in ms. */
  readonly lastAt: number;
  /** Of the token's newest call. */
  readonly lastUsedAt: number | null;
  /** Of the first of the token's calls without a long pause up to the newest. */
  readonly activeSince: number | null;
}

export interface VisitStore {
  find(tokenId: string, projectId: string): Promise<VisitRecord | null>;
  put(visits: readonly VisitRow[]): Promise<void>;
}

/** An act that a right is asked for, as in policies/policy.csv. */
export type Act = 'read' | 'write' | 'rename' | 'restoreOwn' | 'restoreAny' | 'purge' | 'manage';

/** The one function that decides: role in the domain ∩ scope, asked of casbin; false on any failure. */
export interface Permissions {
  may(request: { userId: string; scope: Scope; projectId: string; role: Role | null; act: Act }): boolean;
}

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export interface Ids {
  /** 'n_' + 26 Crockford base32 characters, rising with time. */
  note(at: number): string;
  project(at: number): string;
  user(at: number): string;
  /** Short id of a token. */
  token(): string;
  /** 256 random bits, base64url. */
  secret(): string;
}

export interface EngineSettings {
  readonly maxNoteBytes: number;
  readonly publicUrl: string;
  readonly locale: string;
  readonly version: string;
}

/** Something that contradicts something else in a database, and what to do about it. */
export interface Finding {
  readonly message: string;
  readonly hint: string;
}

export interface StorageFacts {
  /** SQLite's version. */
  readonly sqlite: string;
  /** The schema's number. */
  readonly schema: number;
  /** What is wrong with the file's pages, in SQLite's words; null where they are sound. */
  readonly damage: string | null;
}
