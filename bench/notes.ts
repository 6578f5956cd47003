import { randomFrom } from './random.ts';
import { drawWord, vocabulary } from './vocabulary.ts';

/** A generated note: `body` is its whole source, `path` names the file in the project. */
export interface GeneratedNote {
  readonly path: string;
  readonly title: string;
  readonly body: string;
}

const types = ['note', 'decision', 'meeting', 'reference', 'how-to'];
const relations = ['part of', 'depends on', 'see also', 'replaces'];
const folders = 200;

const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function titleOf(index: number): string {
  const random = randomFrom(index * 2 + 1);
  const word = () => upper(vocabulary[300 + Math.floor(random() * 5_000)] ?? '');
  return `${word()} ${word()} ${index}`;
}

function pathOf(index: number): string {
  const folder = (index * 7919) % folders;
  return `area-${folder % 20}/topic-${Math.floor(folder / 20)}/note-${index}.md`;
}

function sentence(random: () => number): string {
  const words = Array.from({ length: 6 + Math.floor(random() * 14) }, () => drawWord(random));
  return `${upper(words.join(' '))}.`;
}

const paragraph = (random: () => number): string =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => sentence(random)).join(' ');

/**
 * Note number `index`, always the same: about 2.2 KB with frontmatter, headings, lists, words by Zipf's law, and three
 * links to notes of smaller numbers.
 */
export function noteAt(index: number): GeneratedNote {
  const random = randomFrom(index * 2);
  const title = titleOf(index);
  const tags = Array.from({ length: 3 }, () => `tag-${Math.floor(random() ** 2 * 60)}`);
  const earlier = () => titleOf(Math.floor(random() * Math.max(index, 1)));
  const section = () => `## ${upper(drawWord(random))} ${drawWord(random)}\n\n${paragraph(random)}\n`;
  const head = [
    '---',
    `title: ${title}`,
    `type: ${types[index % types.length]}`,
    `tags: [${[...new Set(tags)].join(', ')}]`,
    `status: ${index % 3 === 0 ? 'draft' : 'stable'}`,
    '---',
    '',
    `# ${title}`,
    '',
    `${paragraph(random)} It goes on in [[${earlier()}]].`,
    '',
  ].join('\n');
  let text = head;
  while (text.length < 1_850) text += `\n${section()}`;
  const items = Array.from({ length: 3 }, () => `- ${sentence(random)}`).join('\n');
  const links = [0, 1].map((at) => `- ${relations[(index + at) % relations.length]} [[${earlier()}]]`);
  const body = `${text}\n${items}\n\n## Related\n\n${links.join('\n')}\n`;
  return { path: pathOf(index), title, body };
}

/** Notes `from` up to but without `to`. */
export const notesBetween = (from: number, to: number): GeneratedNote[] =>
  Array.from({ length: to - from }, (_, index) => noteAt(from + index));

/** Generated notes as create_notes takes them. */
export const inputsOf = (from: number, count: number): { path: string; body: string }[] =>
  notesBetween(from, from + count).map(({ path, body }) => ({ path, body }));

/** Queries of one to three words of which the rarest is in a few percent of the notes at most. Always the same. */
export function queries(count: number): string[] {
  const random = randomFrom(99);
  const word = (low: number, high: number) => vocabulary[Math.floor(low + random() * (high - low))] ?? '';
  return Array.from({ length: count }, (_, index) => {
    const rare = word(900, 6_000);
    if (index % 3 === 0) return rare;
    return index % 3 === 1 ? `${word(100, 600)} ${rare}` : `${word(20, 100)} ${rare} ${word(100, 600)}`;
  });
}
