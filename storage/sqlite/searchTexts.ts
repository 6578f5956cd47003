import type { QueryExecutorProvider } from 'kysely';
import type { TextFilter, TextHit } from '../../domain/ports.ts';
import { decidingGroups, type LexicalQuery } from '../../domain/search/query.ts';
import { allOf, anyOf, butNot, groupExpression, outsideBody, titleExpression } from './matchExpression.ts';
import {
  type Block,
  completeBlock,
  countBlock,
  exactTitles,
  hitsOf,
  type Matches,
  type TextReader,
  textReader,
} from './textBlocks.ts';
import { type WordRoles, wordRoles } from './wordRoles.ts';

/** Below so many notes with all words, notes with any word follow them. */
const enough = 20;
/** Beyond so many matches the words say little: hits outside the body come first, then the newest notes. */
const rankedMost = 4_000;
/** Notes with exactly the asked title that are put first. */
const titlesMost = 100;

/**
 * Finds visible notes, best first: those whose whole title is the query (`titleKey`, the folded query, before its
 * lookalikes), then those with all words, then, where these are few, those with any. Words found in most notes, like
 * stop words, decide only where there are no others. `total` counts exactly the notes that all pages together give,
 * each once. `score` is bm25, higher is better. Bind it to one transaction where a commit may come between.
 */
export async function searchTexts(
  db: QueryExecutorProvider,
  query: LexicalQuery,
  titleKey: string,
  filter: TextFilter,
  limit: number,
  offset: number,
): Promise<{ total: number; hits: TextHit[] }> {
  const title = titleExpression(query.titles);
  const bare = textReader(db, filter);
  const reader = { ...bare, titled: await exactTitles(bare, title, titleKey, titlesMost) };
  const blocks = await blocksOf(reader, query, reader.titled.length > 0 ? [title] : []);
  const hits: TextHit[] = [];
  let skip = offset;
  for (const block of blocks) {
    if (hits.length >= limit) break;
    if (skip < block.size) hits.push(...(await hitsOf(reader, block, limit - hits.length, skip)));
    skip = Math.max(0, skip - block.size);
  }
  return { total: blocks.reduce((sum, block) => sum + block.size, 0), hits };
}

/**
 * The answer as blocks of notes, one after the other, that share none. `titles`: what finds notes by their whole title;
 * none where there are no such notes, since bm25 pays for each word it is asked for.
 */
async function blocksOf(
  reader: TextReader,
  query: LexicalQuery,
  titles: readonly string[],
): Promise<Block[]> {
  const groups = decidingGroups(query).map(groupExpression);
  const roles = await wordRoles(reader.db, groups);
  const blocks = await blocksByRole(reader, query, titles, roles);
  // Frequent is reckoned over all notes: where the caller's hold none of the rare words, the frequent ones decide.
  const isEmpty = roles.anyOf.length < groups.length && blocks.every((block) => block.size === 0);
  return isEmpty ? blocksOfMatch(reader, { match: anyOf(groups) }) : blocks;
}

async function blocksByRole(
  reader: TextReader,
  query: LexicalQuery,
  titles: readonly string[],
  roles: WordRoles,
): Promise<Block[]> {
  const all = anyOf([allOf(roles.required), ...titles]);
  // Ranking by a frequent word makes bm25 walk all its notes; the set is narrowed by it all the same.
  const ranking = roles.telling.length === 0 ? all : anyOf([allOf(roles.telling), ...titles]);
  const full = await completeBlock(
    reader,
    ranking === all ? { match: all } : { match: ranking, within: all },
  );
  const size = full?.size ?? (await countBlock(reader, { match: all }));
  const parts = size === 0 ? query.parts.map(groupExpression) : [];
  const any = anyOf([...roles.anyOf, ...parts, ...titles]);
  if (size >= enough || any === all) return full ? [full] : whole(reader, all, ranking, size);
  const known = full?.known ?? [];
  const rest = size === 0 ? { match: any } : { match: any, excluded: known.map((hit) => hit.seq) };
  const first = full && size > 0 ? [full] : [];
  return [...first, ...(await blocksOfMatch(reader, rest))];
}

/** Everything that matches, read at once where it is little. */
async function blocksOfMatch(reader: TextReader, matches: Matches): Promise<Block[]> {
  const complete = await completeBlock(reader, matches);
  if (complete) return [complete];
  const size = await countBlock(reader, matches);
  if (matches.excluded === undefined) return whole(reader, matches.match, matches.match, size);
  return [{ ...matches, size, order: size <= rankedMost ? 'score' : 'newest' }];
}

/** All matches as one ranked block, or, where they are very many, as two by where the words stand. */
async function whole(reader: TextReader, match: string, ranking: string, size: number): Promise<Block[]> {
  if (size <= rankedMost) {
    return [
      ranking === match
        ? { match, size, order: 'score' }
        : { match: ranking, within: match, size, order: 'score' },
    ];
  }
  const strong = outsideBody(match);
  const strongSize = await countBlock(reader, { match: strong });
  return [
    { match: strong, size: strongSize, order: strongSize <= rankedMost ? 'score' : 'newest' },
    { match: butNot(match, strong), size: size - strongSize, order: 'newest' },
  ];
}
