import type { Context } from '../context.ts';
import { placeOf } from '../notes/place.ts';
import type { NoteRecord } from '../ports.ts';
import { cut, quotedLine } from '../text/quotedLine.ts';
import { cutStretch } from './cutStretch.ts';
import { excerpt } from './excerpt.ts';
import { isTyped, type Neighbour } from './neighbours.ts';
import { passagesOf } from './passages.ts';
import type { LexicalQuery } from './query.ts';
import type { Stretch } from './recallContext.ts';
import type { Source } from './recallText.ts';
import type { Seed } from './seeds.ts';

/** A note that may give passages to a pack. */
export interface RecallNote {
  readonly note: NoteRecord;
  /** Its content. */
  readonly body: string;
  /** The passages to choose from. */
  readonly passages: readonly Stretch[];
  readonly isNeighbour: boolean;
  /** 0 to 1: how well a seed matches, how near and tied to a seed a neighbour is. */
  readonly strength: number;
  /** Why, for the head of its passages; '' for a match. */
  readonly reason: string;
  readonly source: Omit<Source, 'position'>;
}

/** More of a note than this is looked at only around its densest passage. */
const longBody = 32_768;
/** Characters looked at in all seeds, and in all neighbours: reading 500,000 takes up to a quarter of a second. */
const mostOfSeeds = 320_000;
const mostOfNeighbours = 180_000;

const ofOneStep = 0.7;
const ofPlainLink = 0.8;

/** Seeds and neighbours with their texts, best seeds first; those left out that would be too much to look at. */
export async function recallNotes(
  context: Context,
  query: LexicalQuery,
  seeds: readonly Seed[],
  neighbours: readonly Neighbour[],
): Promise<RecallNote[]> {
  const { stores } = context;
  const records = new Map(
    (await stores.notes.bySeqs(neighbours.map(({ seq }) => seq))).map((note) => [note.seq, note]),
  );
  const strengths = new Map(seeds.map(({ note, strength }) => [note.seq, strength]));
  const around = neighbours.flatMap((neighbour) => {
    const note = records.get(neighbour.seq);
    if (!note) return [];
    const tie = isTyped(neighbour) ? 1 : ofPlainLink;
    const strength =
      (0.5 + 0.5 * (strengths.get(neighbour.from.seq) ?? 0.5)) * tie * ofOneStep ** (neighbour.distance - 1);
    strengths.set(note.seq, strength);
    return [{ note, isNeighbour: true, strength, ...whyNeighbour(neighbour) }];
  });
  const matching = seeds.map(({ note, strength }) => {
    const why = note.class === 'user-doc' ? 'match' : 'memory';
    return { note, isNeighbour: false, strength, why, reason: why === 'match' ? '' : why };
  });
  const all = [...matching, ...around];
  const sources = await stores.sources.read(all.flatMap(({ note }) => note.sourceId ?? []));
  const room = { seeds: mostOfSeeds, neighbours: mostOfNeighbours };
  return all.flatMap(({ why, ...entry }) => {
    const { note } = entry;
    const body = (sources.get(note.sourceId ?? 0) ?? '').slice(note.bodyStart);
    const looked = Math.min(body.length, longBody);
    const kind = entry.isNeighbour ? 'neighbours' : 'seeds';
    if (looked > room[kind]) return [];
    room[kind] -= looked;
    const source = {
      noteId: note.id,
      title: note.title,
      ...placeOf(context, note),
      versionToken: context.versionToken(note.id, note.hash),
      why,
    };
    return [{ ...entry, body, passages: passagesAround(body, query, note), source }];
  });
}

function whyNeighbour({ relation, from, isOutgoing }: Neighbour): { why: string; reason: string } {
  const title = cut(from.title, 80);
  const name = quotedLine(title);
  const words = quotedLine(relation).slice(1, -1);
  return {
    why: `${relation} ${title}`,
    reason: isOutgoing ? `${name} ${words} this` : `${words} ${name}`,
  };
}

/** The passages of a content; of a long one those around its densest matches. */
function passagesAround(body: string, query: LexicalQuery, { language }: NoteRecord): Stretch[] {
  if (body.length <= longBody) return passagesOf(body);
  const near = excerpt(body, query, language).position - longBody / 2;
  const { start, end } = cutStretch(body, { start: 0, end: body.length, headings: [] }, near, longBody);
  return passagesOf(body.slice(start, end)).map((passage) => ({
    ...passage,
    start: start + passage.start,
    end: start + passage.end,
  }));
}
