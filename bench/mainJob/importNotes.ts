import { z } from 'zod';
import { expectThat, type Job } from './job.ts';

const batch = 100;

const createdShape = z.object({
  created: z.int(),
  skipped: z.int(),
  failed: z.int(),
  unresolvedLinks: z.int(),
  results: z.array(
    z.object({
      index: z.int(),
      status: z.string(),
      error: z.looseObject({ message: z.string() }).optional(),
    }),
  ),
});

async function send({ files, writer }: Job) {
  const sums = { created: 0, skipped: 0, unresolved: 0 };
  const failures: string[] = [];
  for (let start = 0; start < files.length; start += batch) {
    const some = files.slice(start, start + batch);
    const notes = some.map(({ path, text }) => ({ path, body: text, key: path }));
    const answer = createdShape.parse(await writer.ok('create_notes', { project: 'main', notes }));
    sums.created += answer.created;
    sums.skipped += answer.skipped;
    sums.unresolved += answer.unresolvedLinks;
    for (const { index, error } of answer.results)
      if (error) failures.push(`${some[index]?.path}: ${error.message}`);
  }
  expectThat(failures.length === 0, `${failures.length} notes failed, the first: ${failures[0]}`);
  return sums;
}

/** Every file becomes a note at its path. */
export async function importNotes(job: Job): Promise<string> {
  const started = performance.now();
  const { created, unresolved } = await send(job);
  const seconds = (performance.now() - started) / 1_000;
  expectThat(created === job.files.length, `only ${created} of ${job.files.length} notes were made`);
  return `${created} notes, ${Math.round(created / seconds)} a second, ${unresolved} links lead nowhere yet`;
}

/** The same call again makes nothing: each item has its key. */
export async function importAgain(job: Job): Promise<string> {
  const { created, skipped } = await send(job);
  expectThat(created === 0 && skipped === job.files.length, `${created} were made again`);
  return `${skipped} skipped by their keys, none made twice`;
}

const partShape = z.object({
  content: z.string(),
  rawFrontmatter: z.string().optional(),
  range: z.object({ end: z.int(), total: z.int() }),
});

/** What is read is what was sent, the long ones part by part. */
export async function readBack({ files, reader }: Job): Promise<string> {
  const step = Math.max(1, Math.floor(files.length / 25));
  const some = files.filter((_, index) => index % step === 0);
  let parts = 0;
  for (const { path, text } of some) {
    let content = '';
    let head = '';
    for (let offset = 0, total = 1; offset < total; parts += 1) {
      const answer = await reader.ok('get_note', { ref: path, offset, responseFormat: 'detailed' });
      const part = partShape.parse(answer);
      content += part.content;
      head = part.rawFrontmatter ?? '';
      total = part.range.total;
      offset = part.range.end;
    }
    expectThat(text.endsWith(content) && text.includes(head), `${path} is not what was sent`);
    const around = text.length - content.length - head.length;
    expectThat(around >= 0 && around <= 16, `${around} characters of ${path} are neither head nor content`);
  }
  return `${some.length} notes in ${parts} parts, character by character`;
}
