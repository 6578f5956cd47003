import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Finding } from '../domain/ports.ts';
import {
  addTo,
  copyOf,
  digestOf,
  emptySum,
  folderElement,
  noteElement,
  type Sum,
} from '../domain/revisions/digest.ts';
import type { Schema } from './schema.ts';
import { damagedPages, damageIn } from './sqlite/damage.ts';
import { checkTexts } from './sqlite/fullText.ts';

const listed = 20;

/** Reads the whole database and names everything that contradicts something else. Wants the connection that writes. */
export async function verifyDatabase(db: Kysely<Schema>): Promise<Finding[]> {
  const checks = [wrongPages, wrongHashes, danglingRows, wrongTexts, wrongHeads, wrongPlaces, wrongFolders];
  const findings: Finding[] = [];
  for (const check of checks) {
    try {
      findings.push(...(await check(db)));
    } catch (error) {
      const damage = damageIn(error);
      if (damage === null) throw error;
      findings.push(fileFinding(damage));
      break;
    }
  }
  return findings;
}

const restoreHint = 'Restore the newest backup that verifies clean; keep this file for a closer look.';

const fileFinding = (damage: string): Finding => ({
  message: `The database file is damaged: ${damage}.`,
  hint: restoreHint,
});

async function wrongPages(db: Kysely<Schema>): Promise<Finding[]> {
  return (await damagedPages(db, listed)).map(fileFinding);
}

async function wrongHashes(db: Kysely<Schema>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('source')
      .innerJoin('note', 'note.seq', 'source.note_seq')
      .select(['source.id', 'source.hash', 'source.text', 'note.id as noteId'])
      .where('source.id', '>', after)
      .orderBy('source.id')
      .limit(500)
      .execute();
    for (const row of rows) {
      if (createHash('sha256').update(row.text).digest('hex') !== row.hash)
        findings.push({
          message: `A source of note ${row.noteId} does not have its hash.`,
          hint: restoreHint,
        });
      after = row.id;
    }
    if (rows.length === 0) return findings.slice(0, listed);
  }
}

async function danglingRows(db: Kysely<Schema>): Promise<Finding[]> {
  const { rows } = await sql<{
    table: string;
    rowid: number | null;
    parent: string;
  }>`pragma foreign_key_check`.execute(db);
  return rows.slice(0, listed).map((row) => ({
    message: `Row ${row.rowid ?? '?'} of table ${row.table} leads to no row of ${row.parent}.`,
    hint: restoreHint,
  }));
}

async function wrongTexts(db: Kysely<Schema>): Promise<Finding[]> {
  const { damage, missing, extra } = await checkTexts(db);
  const hint = 'Edit and save the note to index it again, or restore a backup.';
  return [
    ...(damage === null
      ? []
      : [{ message: `The full-text index is damaged: ${damage}.`, hint: restoreHint }]),
    ...missing.map((seq) => ({ message: `Note number ${seq} is missing from the full-text index.`, hint })),
    ...extra.map((seq) => ({
      message: `The full-text index holds note number ${seq}, which is not live.`,
      hint,
    })),
  ].slice(0, listed);
}

/** Each note's row agrees with its newest version, and each space's revision with its log. */
async function wrongHeads(db: Kysely<Schema>): Promise<Finding[]> {
  const notes = await sql<{ id: string }>`
    select note.id from note left join version v on v.note_seq = note.seq and v.revision = note.revision
    where note.state != 'purged' and (v.hash is null or v.hash != note.hash or v.name != note.name
      or v.live != (note.state = 'live') or v.source_id is not note.source_id
      or not exists (select 1 from source s where s.id = note.source_id and s.hash = note.hash)
      or (note.state = 'live' and not exists (select 1 from folder f where f.id = note.folder_id)))
    limit ${listed}`.execute(db);
  const spaces = await sql<{ name: string }>`select name from space where revision !=
    (select count(*) from revision r where r.space_id = space.id)`.execute(db);
  return [
    ...notes.rows.map((row) => ({
      message: `Note ${row.id} does not agree with its newest version.`,
      hint: restoreHint,
    })),
    ...spaces.rows.map((row) => ({
      message: `The revisions of space ${JSON.stringify(row.name)} have a gap.`,
      hint: restoreHint,
    })),
  ];
}

/** Each folder's path and project follow from the folder it is in, and are the newest that its history has. */
async function wrongPlaces(db: Kysely<Schema>): Promise<Finding[]> {
  const { rows } = await sql<{ path: string }>`
    select f.path from folder f left join folder p on p.id = f.parent_id
      left join project own on own.folder_id = f.id
    where f.path != case when p.id is null then '/' when p.path = '/' then f.name || '/' else p.path || f.name || '/' end
      or f.project_id is not coalesce(own.id, p.project_id)
      or not exists (select 1 from folder_version v where v.folder_id = f.id and v.path = f.path
        and v.path_key = f.path_key and v.project_id is f.project_id
        and v.revision = (select max(revision) from folder_version w where w.folder_id = f.id))
    limit ${listed}`.execute(db);
  return rows.map((row) => ({
    message: `Folder ${JSON.stringify(row.path)} is not where the folder above it or its history says.`,
    hint: restoreHint,
  }));
}

/** Counts and digests of all folders, made again from the notes. */
async function wrongFolders(db: Kysely<Schema>): Promise<Finding[]> {
  const folders = await db
    .selectFrom('folder')
    .select(['id', 'parent_id', 'name', 'path', 'notes', 'digest'])
    .execute();
  const sums = new Map<number, { notes: number; sum: Sum }>(
    folders.map(({ id }) => [id, { notes: 0, sum: emptySum() }]),
  );
  const live = await db
    .selectFrom('note')
    .select(['folder_id', 'name', 'hash'])
    .where('state', '=', 'live')
    .execute();
  for (const note of live) {
    const total = sums.get(note.folder_id);
    if (!total) continue;
    total.notes += 1;
    addTo(total.sum, noteElement(note.name, note.hash), 1);
  }
  const findings: Finding[] = [];
  const deepestFirst = [...folders].sort((a, b) => depth(b.path) - depth(a.path));
  for (const folder of deepestFirst) {
    const total = sums.get(folder.id);
    if (!total) continue;
    if (total.notes !== folder.notes || digestOf(total.sum) !== digestOf(copyOf(folder.digest)))
      findings.push({
        message: `Folder ${JSON.stringify(folder.path)} does not count its notes right.`,
        hint: restoreHint,
      });
    const parent = folder.parent_id === null ? undefined : sums.get(folder.parent_id);
    if (!parent || total.notes === 0) continue;
    parent.notes += total.notes;
    addTo(parent.sum, folderElement(folder.name, total.sum), 1);
  }
  return findings.slice(0, listed);
}

const depth = (path: string): number => (path === '/' ? 0 : path.split('/').length);
