import { z } from 'zod';
import { expectThat, type Job } from './job.ts';
import { queries } from './queries.ts';

/** A token that may only read is shown reading tools alone, and calling another is an unknown tool. */
export async function readerSeesReadTools({ reader, writer }: Job): Promise<string> {
  const [shown, all] = await Promise.all([reader.tools(), writer.tools()]);
  const wrong = shown.filter((tool) => !tool.reads).map((tool) => tool.name);
  expectThat(wrong.length === 0, `a reader is shown ${wrong.join(', ')}`);
  expectThat(shown.length > 0 && shown.length < all.length, 'the token makes no difference');
  const refusal = await reader.ask('create_note', { project: 'main', title: 'No', body: 'No' }).then(
    () => 'nothing',
    (error: unknown) => String(error),
  );
  expectThat(refusal.includes('Unknown tool'), `create_note by a reader was answered with ${refusal}`);
  return `${shown.length} of the ${all.length} tools that a writer sees`;
}

const within = 5;
const foundShape = z.object({
  results: z.array(z.object({ path: z.string(), title: z.string(), excerpt: z.string() })),
});
const titleShape = z.object({ title: z.string() });

/** Questions in English and Portuguese find the note that answers them among the first five. */
export async function findByWords({ reader, files }: Job): Promise<string> {
  const asked = { en: 0, pt: 0 };
  const ranks: number[] = [];
  const missed: string[] = [];
  for (const { language, words, answer } of queries) {
    if (!files.some(({ path }) => path.endsWith(answer))) continue;
    const { results } = foundShape.parse(await reader.ok('search', { query: words, limit: within }));
    const rank = results.findIndex(({ path }) => path.endsWith(answer)) + 1;
    if (rank === 0) missed.push(`${JSON.stringify(words)} (${answer})`);
    asked[language] += 1;
    ranks.push(rank);
  }
  expectThat(ranks.length > 0, 'no question is known for these notes');
  expectThat(missed.length === 0, `not found: ${missed.join(', ')}`);
  const first = ranks.filter((rank) => rank === 1).length;
  return `${asked.en} English and ${asked.pt} Portuguese questions, ${first} answered by the first hit`;
}

/** The exact title of a note finds it among the first three. */
export async function findByTitles({ reader, files }: Job): Promise<string> {
  const step = Math.max(1, Math.floor(files.length / 20));
  const some = files.filter((_, index) => index % step === 0);
  for (const { path } of some) {
    const { title } = titleShape.parse(await reader.ok('get_note', { ref: path, limit: 1 }));
    const { results } = foundShape.parse(await reader.ok('search', { query: title, limit: 3 }));
    // Several notes may have one title: any of them is a right answer.
    const right = results.some((hit) => hit.path === path || hit.title === title);
    expectThat(right, `the title ${JSON.stringify(title)} does not find ${path}`);
  }
  return `${some.length} notes found by their titles`;
}
