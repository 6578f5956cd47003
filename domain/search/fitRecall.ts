import { cutStretch } from './cutStretch.ts';
import { type Costs, pack } from './pack.ts';
import type { LexicalQuery } from './query.ts';
import { firstMatch, type PassageCandidate } from './recallCandidates.ts';
import { type Entry, headLine, recallContext, trimmed } from './recallContext.ts';
import type { RecallNote } from './recallNotes.ts';
import { type Omitted, type Recall, recallText } from './recallText.ts';
import type { CountTokens } from './tokens.ts';

/** What an answer costs around its passages: names of fields, `mode`, `usedTokens`. */
const frame = 60;
/** What stands around a passage: its fence, and what joins it to its neighbours. */
const aroundPassage = 12;
const mostOmitted = 10;
/** The share of the budget kept for `omitted`. */
const omittedShare = 1 / 32;
/** A cut passage shorter than this says nothing. */
const leastUnits = 40;

const nothingFound: Unsized = {
  context: 'Nothing found that you can see. Try fewer or other words, or look around with list_notes.',
  sources: [],
  omitted: [],
};
const noRoom =
  'There are matches, but budgetTokens has no room for one. Raise it, or search and read with get_note.';

type Unsized = Pick<Recall, 'context' | 'sources' | 'omitted'>;

/** The pack of the best candidates whose answer, as text and as JSON, has at most `budget` tokens. */
export function fitRecall(
  query: LexicalQuery,
  notes: readonly RecallNote[],
  candidates: readonly PassageCandidate[],
  budget: number,
  count: CountTokens,
): Recall {
  if (candidates.length === 0) return sized(nothingFound, count);
  const costs = costsOf(notes, count);
  const room = budget - frame - budget * omittedShare;
  const packed = pack(candidates, room, costs);
  const chosen = packed.length > 0 ? packed : cutToRoom(query, notes, candidates, budget - frame, costs);
  for (;;) {
    const bare = sized(answerOf(notes, chosen, []), count);
    if (bare.usedTokens <= budget || chosen.length === 0)
      return withOmitted(bare, nextOf(notes, candidates, chosen), budget, count);
    chosen.pop();
  }
}

/** Costs in the JSON answer, the larger form, on the high side: each piece by itself. */
function costsOf(notes: readonly RecallNote[], count: CountTokens): Costs<PassageCandidate> {
  const inJson = (value: unknown) => count(JSON.stringify(value));
  const noteCosts = new Map<number, number>();
  const passage = (candidate: PassageCandidate) => {
    const note = notes[candidate.note];
    if (!note) return Number.POSITIVE_INFINITY;
    const { text } = trimmed(note.body, candidate);
    return inJson(text);
  };
  const known = new Map<PassageCandidate, number>();
  return {
    passage: (candidate) => {
      const cost = known.get(candidate) ?? passage(candidate);
      known.set(candidate, cost);
      return cost;
    },
    around: ({ headings }) =>
      (headings.length > 0 ? inJson(headings.join(' > ').slice(0, 80)) : 0) + aroundPassage,
    note: (candidate) => {
      const note = notes[candidate.note];
      if (!note) return Number.POSITIVE_INFINITY;
      const { source, reason } = note;
      const cost =
        noteCosts.get(candidate.note) ??
        inJson({ ...source, position: candidate.start }) +
          inJson(headLine(1, { title: source.title, reason }, { ...candidate, headings: [] }, true));
      noteCosts.set(candidate.note, cost);
      return cost;
    },
  };
}

/** As much of the best passage as fits where none fits whole; nothing where that is next to nothing. */
function cutToRoom(
  query: LexicalQuery,
  notes: readonly RecallNote[],
  candidates: readonly PassageCandidate[],
  room: number,
  costs: Costs<PassageCandidate>,
): PassageCandidate[] {
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score).slice(0, 3)) {
    const note = notes[candidate.note];
    if (!note || costs.note(candidate) >= room) continue;
    const from = firstMatch(note.body, candidate, query, note.note.language);
    let fitting: PassageCandidate | undefined;
    let low = leastUnits;
    let high = candidate.end - candidate.start;
    while (low <= high) {
      const most = (low + high) >> 1;
      const shorter = { ...candidate, ...cutStretch(note.body, candidate, from, most) };
      if (costs.passage(shorter) + costs.around(shorter) + costs.note(candidate) <= room) {
        fitting = shorter;
        low = most + 1;
      } else high = most - 1;
    }
    if (fitting) return [fitting];
  }
  return [];
}

function answerOf(
  notes: readonly RecallNote[],
  chosen: readonly PassageCandidate[],
  omitted: readonly Omitted[],
): Unsized {
  const order = [...new Set(chosen.map(({ note }) => note))];
  const entries = order.flatMap((index): (Entry<PassageCandidate> & Pick<RecallNote, 'source'>)[] => {
    const note = notes[index];
    if (!note) return [];
    const stretches = chosen
      .filter((candidate) => candidate.note === index)
      .sort((a, b) => a.start - b.start);
    return [{ ...note, title: note.note.title, stretches }];
  });
  const sources = entries.map(({ source, body, stretches: [first] }) => ({
    ...source,
    position: first ? trimmed(body, first).start : 0,
  }));
  return { context: entries.length > 0 ? recallContext(entries) : noRoom, sources, omitted };
}

/** The notes that would have been next, best first. */
function nextOf(
  notes: readonly RecallNote[],
  candidates: readonly PassageCandidate[],
  chosen: readonly PassageCandidate[],
): Omitted[] {
  const taken = new Set(chosen.map(({ note }) => note));
  const next = candidates.toSorted((a, b) => b.score - a.score).map(({ note }) => note);
  return [...new Set(next)]
    .filter((note) => !taken.has(note))
    .slice(0, mostOmitted)
    .flatMap((index) => {
      const source = notes[index]?.source;
      return source ? [{ noteId: source.noteId, title: source.title, path: source.path }] : [];
    });
}

/** The answer with as many of the next notes as fit. */
function withOmitted(answer: Recall, next: readonly Omitted[], budget: number, count: CountTokens): Recall {
  let left = budget - answer.usedTokens;
  const fitting = next.filter((each) => {
    const cost = count(JSON.stringify(each)) + 4;
    if (cost > left) return false;
    left -= cost;
    return true;
  });
  for (let many = fitting.length; many > 0; many -= 1) {
    const full = sized({ ...answer, omitted: fitting.slice(0, many) }, count);
    if (full.usedTokens <= budget) return full;
  }
  return answer;
}

/** The answer with its own size in it. A number costs a token for each three digits, wherever it stands in JSON. */
function sized({ context, sources, omitted }: Unsized, count: CountTokens): Recall {
  const answer = (usedTokens: number): Recall => ({
    context,
    sources,
    usedTokens,
    omitted,
    mode: 'lexical',
    reason: 'off',
  });
  const text = count(recallText(answer(0)));
  const json = count(JSON.stringify(answer(0)));
  let used = Math.max(text, json);
  while (used < Math.max(text, json + Math.ceil(String(used).length / 3) - 1)) used += 1;
  return answer(used);
}
