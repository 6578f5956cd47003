import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { freshFolder } from './folders.ts';
import { machine } from './machine.ts';
import { open } from './opened.ts';
import { type Question, readLocomo, type Session } from './recall/locomo.ts';
import { plainPassages } from './recall/plainPassages.ts';
import { setUpFolder } from './serve.ts';
import { figure, type Row, table } from './table.ts';
import { clock, timingOf } from './timing.ts';

const budget = 2_000;
/** Points of 100 above the peer. Source: spec/search.md, How good. */
const reach = 5;

/**
 * The share of questions whose evidence turns are all inside what 2,000 tokens hold: recall's pack, counted as the
 * whole answer, beside the bare text of the best passages. `file` is in the form of LoCoMo.
 */
export async function recall(file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error('name a file in the form of LoCoMo: npm run bench recall <file>');
  const { sessions, questions } = await readLocomo(file);
  const folder = await freshFolder();
  await setUpFolder(folder);
  const { engine, admin } = await open(folder);
  const { created } = await admin.createNotes({ project: 'main', notes: sessions.map(noteOf) });
  if (created !== sessions.length) throw new Error(`only ${created} of ${sessions.length} notes were made`);
  const times: number[] = [];
  const used: number[] = [];
  const ours = await shareOf(questions, async ({ text }) => {
    let context = '';
    const taken = await clock(async () => {
      const answer = await admin.recall({ query: text, budgetTokens: budget });
      context = answer.context;
      used.push(answer.usedTokens);
    });
    times.push(taken);
    return context;
  });
  await engine.close();
  const peer = plainPassages(sessions);
  const plain = await shareOf(questions, async ({ text }) =>
    peer(text, budget, (passage) => countTokens(passage.text) + 1),
  );
  const withSources = await shareOf(questions, async ({ text }) =>
    peer(text, budget, (passage) => countTokens(JSON.stringify({ ...reference, ...passage }))),
  );
  const { p50, p99 } = timingOf(times);
  const mean = used.reduce((sum, each) => sum + each, 0) / used.length;
  const rows: Row[] = [
    {
      work: 'recall',
      cells: [percent(ours), figure(p50), figure(p99), mean.toFixed(0)],
      reached: ours >= plain + reach / 100,
    },
    { work: 'plain passages, text alone', cells: [percent(plain)] },
    { work: 'plain passages, each with its source', cells: [percent(withSources)] },
  ];
  console.log(machine());
  const title = `Evidence inside ${budget} tokens: ${questions.length} questions, ${sessions.length} notes`;
  console.log(table(title, ['', 'all inside', 'p50', 'p99', 'mean tokens'], rows));
}

/** What else a source names, as long as in a real answer. */
const reference = {
  noteId: 'n_01KB3Q7ZV9D4M8T2XHJ6RWC5EP',
  project: 'main',
  versionToken: 'v925331762080954',
  why: 'match',
  position: 1_234,
};

const noteOf = ({ path, title, turns }: Session) => ({ path, title, body: `${turns.join('\n')}\n` });

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

async function shareOf(
  questions: readonly Question[],
  answer: (question: Question) => Promise<string>,
): Promise<number> {
  let inside = 0;
  for (const question of questions) {
    const text = await answer(question);
    if (question.evidence.every((turn) => text.includes(turn))) inside += 1;
  }
  return inside / questions.length;
}
