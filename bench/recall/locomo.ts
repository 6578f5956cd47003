import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A session of a conversation as a note: the date in its title, a line a turn. */
export interface Session {
  readonly path: string;
  readonly title: string;
  readonly turns: readonly string[];
}

/** A question and the turns, as they stand in the notes, that its answer needs. */
export interface Question {
  readonly text: string;
  readonly evidence: readonly string[];
}

const turnShape = z.object({ speaker: z.string(), dia_id: z.string(), text: z.string() });
const fileShape = z.array(
  z.object({
    sample_id: z.string(),
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(z.object({ question: z.string(), evidence: z.array(z.string()).default([]) })),
  }),
);

/** Sessions and questions of a file in the form of LoCoMo. Questions without evidence are left out. */
export async function readLocomo(
  file: string,
): Promise<{ sessions: readonly Session[]; questions: readonly Question[] }> {
  const samples = fileShape.parse(JSON.parse(await readFile(file, 'utf8')));
  const sessions: Session[] = [];
  const questions: Question[] = [];
  for (const { sample_id: sample, conversation, qa } of samples) {
    const turns = new Map<string, string>();
    for (const [name, value] of Object.entries(conversation)) {
      const said = z.array(turnShape).safeParse(value);
      if (!said.success) continue;
      for (const { speaker, dia_id: id, text } of said.data) turns.set(id, `${speaker}: ${oneLine(text)}`);
      sessions.push({
        path: `${sample}/${name}.md`,
        title: `${String(conversation.speaker_a)} and ${String(conversation.speaker_b)}, ${String(conversation[`${name}_date_time`])}`,
        turns: said.data.map(({ dia_id: id }) => turns.get(id) ?? ''),
      });
    }
    for (const { question, evidence } of qa) {
      // Some entries hold several ids.
      const ids = evidence.join(' ').split(/[;\s]+/);
      const needed = ids.flatMap((id) => turns.get(id) ?? []);
      if (needed.length > 0) questions.push({ text: question, evidence: needed });
    }
  }
  return { sessions, questions };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
