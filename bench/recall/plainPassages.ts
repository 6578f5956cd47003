import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Session } from './locomo.ts';

/** Words of a passage: what retrieval chunks usually have. */
const words = 150;
const mostRead = 60;

const passageShape = z.object({ text: z.string(), title: z.string(), path: z.string() });
type Plain = z.output<typeof passageShape>;

/** The texts of the best passages as long as what they cost, in tokens, is in the budget. */
export type Peer = (query: string, budget: number, cost: (passage: Plain) => number) => string;

/**
 * The peer: passages of whole turns, about 150 words each, in SQLite's full text (porter), any word of the query; the
 * best by bm25 as long as they fit.
 */
export function plainPassages(sessions: readonly Session[]): Peer {
  const database = new Database(':memory:');
  database.exec(
    "create virtual table passage using fts5(text, title unindexed, path unindexed, tokenize = 'porter unicode61')",
  );
  const insert = database.prepare('insert into passage(text, title, path) values (?, ?, ?)');
  for (const { turns, title, path } of sessions)
    for (const passage of passagesOf(turns)) insert.run(passage, title, path);
  const select = database.prepare(
    'select text, title, path from passage where passage match ? order by rank limit ?',
  );
  return (query, budget, costOf) => {
    const terms = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    const match = terms.map((term) => `"${term}"`).join(' OR ');
    let left = budget;
    const taken = z
      .array(passageShape)
      .parse(select.all(match, mostRead))
      .filter((passage) => {
        const cost = costOf(passage);
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
