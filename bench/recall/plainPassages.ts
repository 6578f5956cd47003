import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Session } from './locomo.ts';

/** Words of a passage: what retrieval chunks usually have. */
const words = 150;
const mostRead = 60;

const rowShape = z.array(z.object({ text: z.string() }));

export type Peer = (query: string, budget: number, count: (text: string) => number) => string;

/**
 * The peer: passages of whole turns, about 150 words each, in SQLite's full text (porter), any word of the query; the
 * best by bm25 as long as they fit. Only their text is counted: no title, no id.
 */
export function plainPassages(sessions: readonly Session[]): Peer {
  const database = new Database(':memory:');
  database.exec("create virtual table passage using fts5(text, tokenize = 'porter unicode61')");
  const insert = database.prepare('insert into passage(text) values (?)');
  for (const { turns } of sessions) for (const passage of passagesOf(turns)) insert.run(passage);
  const select = database.prepare('select text from passage where passage match ? order by rank limit ?');
  return (query, budget, count) => {
    const terms = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    const match = terms.map((term) => `"${term}"`).join(' OR ');
    let left = budget;
    const taken = rowShape.parse(select.all(match, mostRead)).filter(({ text }) => {
      const cost = count(text) + 1;
      if (cost > left) return false;
      left -= cost;
      return true;
    });
    return taken.map(({ text }) => text).join('\n');
  };
}

function passagesOf(turns: readonly string[]): string[] {
  const passages: string[][] = [[]];
  let size = 0;
  for (const turn of turns) {
    const length = turn.split(' ').length;
    if (size > 0 && size + length > words) {
      passages.push([]);
      size = 0;
    }
    passages.at(-1)?.push(turn);
    size += length;
  }
  return passages.map((passage) => passage.join('\n'));
}
