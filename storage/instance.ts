import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** The key under which version tokens are made; the first migration made it at random. */
export async function instanceKey(db: Kysely<Schema>): Promise<Buffer> {
  const { value } = await db
    .selectFrom('instance')
    .select('value')
    .where('key', '=', 'version-key')
    .executeTakeFirstOrThrow();
  return Buffer.from(value, 'hex');
}
