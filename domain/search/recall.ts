import type { Context } from '../context.ts';
import { findProject } from '../projects/find.ts';
import { fitRecall } from './fitRecall.ts';
import { neighboursOf } from './neighbours.ts';
import { parseQuery } from './query.ts';
import { recallCandidates } from './recallCandidates.ts';
import { recallNotes } from './recallNotes.ts';
import type { Recall } from './recallText.ts';
import { memoryFolder, seedsOf } from './seeds.ts';
import { tokenCounter } from './tokens.ts';

export interface RecallInput {
  readonly query: string;
  readonly project?: string | undefined;
  /** 200 to 32,000 tokens (o200k_base) for the whole answer. */
  readonly budgetTokens?: number | undefined;
  /** Links followed from what matches, 0 to 3. */
  readonly depth?: number | undefined;
}

const usualBudget = 4_000;
const usualDepth = 1;

/**
 * The best passages about a topic among what the caller may see, and of the notes linked with them, within a budget
 * that covers the whole answer. With a project: that project's notes and what the caller remembers about it.
 * Source: spec/search.md, Recall.
 * @throws Refusal `invalidArguments` where the query holds no word, `notFound` for the project.
 */
export async function recall(context: Context, input: RecallInput): Promise<Recall> {
  const query = parseQuery(input.query);
  const project = input.project === undefined ? null : await findProject(context, input.project);
  const seeds = await seedsOf(context, input.query, project);
  const neighbours = await neighboursOf(
    context,
    seeds.map(({ note }) => note),
    input.depth ?? usualDepth,
    (note) =>
      project === null ||
      note.projectId === project.id ||
      (note.class !== 'user-doc' && note.folderPath.startsWith(memoryFolder(project.id))),
  );
  const notes = await recallNotes(context, query, seeds, neighbours);
  const candidates = recallCandidates(query, notes);
  return fitRecall(query, notes, candidates, input.budgetTokens ?? usualBudget, await tokenCounter());
}
