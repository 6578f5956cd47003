import type { Kysely } from 'kysely';
import { createFullText } from '../sqlite/fullText.ts';

export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await createFullText(db);
}
