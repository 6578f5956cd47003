import type { Context } from '../context.ts';
import type { Author, NoteRecord } from '../ports.ts';

/** Who made the revisions of a space, by number. */
export async function authorsOf(
  context: Context,
  spaceId: number,
  numbers: readonly number[],
): Promise<(revision: number) => Author> {
  const revisions = await context.stores.revisions.byNumbers(spaceId, [...new Set(numbers)]);
  const byNumber = new Map(revisions.map((each) => [each.number, each]));
  return (number) => {
    const revision = byNumber.get(number);
    return revision
      ? { name: revision.userName, kind: revision.kind, client: revision.client }
      : { name: 'unknown', kind: 'human', client: '' };
  };
}

export interface Provenance {
  readonly createdAt: string;
  readonly createdBy: Author;
  readonly modifiedAt: string;
  readonly modifiedBy: Author;
  readonly revision: number;
}

export async function provenanceOf(context: Context, note: NoteRecord): Promise<Provenance> {
  const author = await authorsOf(context, note.spaceId, [note.createdRevision, note.modifiedRevision]);
  return {
    createdAt: isoTime(note.createdAt),
    createdBy: author(note.createdRevision),
    modifiedAt: isoTime(note.modifiedAt),
    modifiedBy: author(note.modifiedRevision),
    revision: note.revision,
  };
}

/** ISO 8601, UTC, from milliseconds since 1970. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
