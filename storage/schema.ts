import type { Generated } from 'kysely';

/**
 * Row types, one a table. Times are milliseconds since 1970 UTC; hashes are 64 lowercase hex digits;
 * booleans are 0 or 1. `space.id`, `folder.id` and `note.seq` never leave the engine.
 */
export interface Schema {
  instance: InstanceTable;
  user: UserTable;
  space: SpaceTable;
  project: ProjectTable;
  handle: HandleTable;
  member: MemberTable;
  token: TokenTable;
  token_project: TokenProjectTable;
  folder: FolderTable;
  folder_version: FolderVersionTable;
  folder_move: FolderMoveTable;
  note: NoteTable;
  source: SourceTable;
  version: VersionTable;
  name: NameTable;
  tag: TagTable;
  edge: EdgeTable;
  revision: RevisionTable;
  idempotency: IdempotencyTable;
  import_key: ImportKeyTable;
  pin: PinTable;
  visit: VisitTable;
  audit: AuditTable;
  usage: UsageTable;
}

export interface InstanceTable {
  key: string;
  value: string;
}

export interface UserTable {
  id: string;
  name: string;
  name_key: string;
  locale: string;
  admin: number;
  disabled: number;
  password: string | null;
  personal_space_id: number;
  created_at: number;
}

export interface SpaceTable {
  id: Generated<number>;
  handle: string | null;
  name: string;
  kind: 'team' | 'personal';
  /** The number of the newest revision, 0 before the first. */
  revision: number;
  created_at: number;
}

export interface ProjectTable {
  id: string;
  space_id: number;
  folder_id: number;
  handle: string;
  name: string;
  created_at: number;
}

/** Every handle a project ever had: old ones stay aliases and cannot be taken. */
export interface HandleTable {
  handle: string;
  project_id: string;
}

/** A role by project, or by space where `project_id` is ''. */
export interface MemberTable {
  user_id: string;
  space_id: number;
  project_id: string;
  role: string;
}

export interface TokenTable {
  id: string;
  user_id: string;
  label: string;
  secret_hash: string;
  scope: string;
  /** 1 when `token_project` lists all it may see. */
  limited: number;
  tools: string | null;
  memory: number;
  database_tools: number;
  rate_per_minute: number | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  /** The first call after the newest pause that ends visits. */
  active_since: number | null;
  replaced_by: string | null;
}

export interface TokenProjectTable {
  token_id: string;
  project_id: string;
}

export interface FolderTable {
  id: Generated<number>;
  space_id: number;
  parent_id: number | null;
  /** '' for the root. */
  name: string;
  name_key: string;
  /** '/' for the root, else 'a/b/'. */
  path: string;
  path_key: string;
  /** The innermost project around it; null in a personal space. */
  project_id: string | null;
  /** Live user documents in it and below. */
  notes: number;
  /** The sum of its children's elements, see domain/revisions/digest.ts. */
  digest: Buffer | null;
}

/** Where a folder was from `revision` on. */
export interface FolderVersionTable {
  folder_id: number;
  revision: number;
  space_id: number;
  path: string;
  path_key: string;
  project_id: string | null;
}

/** The one folder that a revision moved or renamed; those below went with it. */
export interface FolderMoveTable {
  space_id: number;
  revision: number;
  folder_id: number;
  from_path: string;
  from_project: string | null;
  to_path: string;
  to_project: string | null;
}

export interface NoteTable {
  seq: Generated<number>;
  id: string;
  space_id: number;
  folder_id: number;
  name: string;
  name_key: string;
  class: string;
  state: 'live' | 'trash' | 'purged';
  title: string;
  title_key: string;
  type: string | null;
  /** JSON array of text. */
  tags: string;
  language: string;
  /** Where the body begins in the source. */
  body_start: number;
  source_id: number | null;
  hash: string;
  /** UTF-8 bytes of the source. */
  size: number;
  created_revision: number;
  created_at: number;
  /** The revision that last changed the source. */
  modified_revision: number;
  modified_at: number;
  /** The revision that last changed anything: source, path or state. */
  revision: number;
  trashed_at: number | null;
  /** The full path it had when it went to the trash. */
  trash_path: string | null;
  /** The id of the project it was deleted from. */
  trash_project: string | null;
}

export interface SourceTable {
  id: Generated<number>;
  note_seq: number;
  hash: string;
  text: string;
}

/** What a revision did to a note; the row before it, by revision, holds the state it replaced. */
export interface VersionTable {
  note_seq: number;
  revision: number;
  space_id: number;
  operation: string;
  source_id: number | null;
  hash: string;
  folder_id: number;
  name: string;
  title: string;
  /** 1 = in its place, 0 = in the trash. */
  live: number;
  added: number;
  removed: number;
}

/** A key by which a note is found. */
export interface NameTable {
  note_seq: number;
  space_id: number;
  key: string;
  kind: string;
}

export interface TagTable {
  note_seq: number;
  tag: string;
  key: string;
}

export interface EdgeTable {
  id: Generated<number>;
  note_seq: number;
  space_id: number;
  ordinal: number;
  relation: string;
  target: string;
  /** The folded last segment of the target, without '.md'. */
  target_key: string;
  label: string | null;
  form: string;
  to_seq: number | null;
}

export interface RevisionTable {
  space_id: number;
  number: number;
  at: number;
  user_id: string;
  token_id: string | null;
  client: string;
  kind: string;
  tool: string;
  message: string | null;
  /** Notes it touched, moved folders' notes included. */
  notes: number;
}

export interface IdempotencyTable {
  scope: string;
  key: string;
  payload: string;
  result: string;
  /** JSON array of the note ids named in the result. */
  note_ids: string;
  created_at: number;
}

export interface ImportKeyTable {
  project_id: string;
  key: string;
  note_seq: number;
  /** Digest of the item as first sent. */
  payload: string;
}

export interface PinTable {
  note_seq: number;
  project_id: string;
  at: number;
  user_id: string;
}

export interface VisitTable {
  token_id: string;
  project_id: string;
  since_revision: number | null;
  seen_revision: number;
  last_at: number;
}

export interface AuditTable {
  id: Generated<number>;
  at: number;
  request_id: string;
  user_id: string | null;
  token_id: string | null;
  client: string;
  kind: string;
  tool: string;
  project_id: string | null;
  note_ids: string;
  outcome: string;
  milliseconds: number;
  characters_in: number;
  characters_out: number;
}

export interface UsageTable {
  token_id: string;
  /** 'YYYY-MM-DD', UTC. */
  day: string;
  calls: number;
  characters_out: number;
}
