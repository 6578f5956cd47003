import { z } from 'zod';
import { expectThat, type Job } from './job.ts';

const detailedShape = z.object({
  noteId: z.string(),
  title: z.string(),
  path: z.string(),
  content: z.string(),
  versionToken: z.string(),
  links: z.object({ outgoing: z.array(z.unknown()), incoming: z.array(z.unknown()), totalIncoming: z.int() }),
  revisions: z.array(z.object({ revision: z.int(), versionToken: z.string() })),
});
type Detailed = z.output<typeof detailedShape>;
const idsShape = z.array(z.object({ noteId: z.string() }));
const restoredShape = z.object({ restored: z.literal(1), failed: z.literal(0) });

const read = async ({ reader }: Job, ref: string): Promise<Detailed> =>
  detailedShape.parse(await reader.ok('get_note', { ref, responseFormat: 'detailed' }));

/** A note with links both ways where there is one. */
async function linkedNote(job: Job): Promise<Detailed> {
  let best: Detailed | undefined;
  for (const { path } of job.files.slice(0, 60)) {
    const note = await read(job, path);
    best ??= note;
    if (note.links.outgoing.length > 0 && note.links.totalIncoming > 0) return note;
    if (note.links.outgoing.length > best.links.outgoing.length) best = note;
  }
  expectThat(best !== undefined, 'there is no note to delete');
  return best;
}

async function isListed({ reader }: Job, { noteId, path }: Detailed): Promise<boolean> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await reader.ok('list_notes', {
      project: 'main',
      path: folder,
      limit: 100,
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (idsShape.parse(page.notes).some((note) => note.noteId === noteId)) return true;
    cursor = z.string().optional().parse(page.nextCursor);
    more = cursor !== undefined;
  }
  return false;
}

async function isFound({ reader }: Job, { noteId, title }: Detailed): Promise<boolean> {
  const { results } = await reader.ok('search', { query: title, limit: 50 });
  return idsShape.parse(results).some((hit) => hit.noteId === noteId);
}

async function restore({ url, adminToken }: Job, noteId: string): Promise<void> {
  const response = await fetch(`${url}/api/spaces/main/trash/restore`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ noteIds: [noteId] }),
  });
  const body: unknown = await response.json();
  expectThat(
    response.status === 200,
    `restoring was answered with ${response.status} ${JSON.stringify(body)}`,
  );
  restoredShape.parse(body);
}

/** An agent deletes a note, nobody finds it, a human restores it, and it is what it was. */
export async function deleteAndRestore(job: Job): Promise<string> {
  const before = await linkedNote(job);
  expectThat(await isListed(job, before), 'the note is not listed to begin with');
  expectThat(await isFound(job, before), 'the note is not found to begin with');
  await job.writer.ok('delete_note', { ref: before.noteId, versionToken: before.versionToken });
  expectThat(!(await isListed(job, before)), 'a deleted note is listed');
  expectThat(!(await isFound(job, before)), 'a deleted note is found');
  const { error } = await job.reader.ask('get_note', { ref: before.noteId });
  expectThat(
    error?.code === 'notFound',
    `reading a deleted note was answered with ${error?.code ?? 'the note'}`,
  );
  await restore(job, before.noteId);
  const after = await read(job, before.path);
  expectThat(after.noteId === before.noteId, 'the restored note has another id');
  expectThat(after.content === before.content, 'the restored note has another text');
  expectThat(after.versionToken === before.versionToken, 'the restored note has another token');
  const links = ({ links: { outgoing, incoming } }: Detailed) => JSON.stringify({ outgoing, incoming });
  expectThat(links(after) === links(before), `the links were ${links(before)} and are ${links(after)}`);
  const revisions = after.revisions.map(({ revision }) => revision);
  expectThat(
    before.revisions.slice(0, 3).every(({ revision }) => revisions.includes(revision)),
    'the history from before is gone',
  );
  expectThat((await isListed(job, after)) && (await isFound(job, after)), 'the restored note is not found');
  const { outgoing, totalIncoming } = after.links;
  return `same id, text, ${outgoing.length} links out, ${totalIncoming} in, history of ${revisions.length} versions`;
}
