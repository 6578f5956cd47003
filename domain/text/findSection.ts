import { Refusal } from '../errors.ts';
import { readBlocks } from './blocks.ts';
import { fold } from './fold.ts';
import { type Heading, headingsOf } from './headings.ts';
import { plainText } from './plainText.ts';
import { quote } from './quote.ts';
import { parseSource } from './source.ts';

const listLimit = 100;
const longestAddress = 2000;

interface Placed {
  heading: Heading;
  /** The headings above it, outermost first. */
  parents: Heading[];
}

/**
 * The one section at an address: heading text with or without `#` marks, a path 'Setup > Linux', or either with its
 * line, 'Log@37'. None is noMatch (details: outline, total), several are ambiguous (details: candidates with path,
 * line and ref, total). Source: spec/engine.md, Editing.
 */
export function findSection(source: string, section: string): Heading {
  const address = section.trim();
  if (address === '') {
    throw new Refusal('invalidArguments', 'The section is empty.', 'Name the heading of the section.');
  }
  const placed = place(headingsOf(readBlocks(source, parseSource(source).bodyStart), source.length));
  const found = lookUp(placed, address);
  const [only, ...others] = found;
  if (only === undefined) throw noSection(placed, address);
  if (others.length > 0) throw severalSections(found, address);
  return only.heading;
}

function lookUp(placed: Placed[], address: string): Placed[] {
  const whole = byTitle(placed, address);
  if (whole.length > 0) return whole;
  const byPlace = byPath(placed, address);
  if (byPlace.length > 0) return byPlace;
  const numbered = /^(.*)@(\d{1,9})$/s.exec(address);
  if (numbered === null) return [];
  const title = (numbered[1] ?? '').trim();
  const there = placed.filter((item) => item.heading.line === Number(numbered[2]));
  return title === '' ? there : lookUp(there, title);
}

function byPath(placed: Placed[], address: string): Placed[] {
  const steps = address.split(/\s*>\s*/).filter((step) => step !== '');
  const last = steps.pop();
  if (last === undefined || steps.length === 0) return [];
  return byTitle(placed, last).filter(({ parents }) => {
    let next = 0;
    for (const parent of parents) {
      const step = steps[next];
      if (step !== undefined && byTitle([{ heading: parent, parents: [] }], step).length > 0) next += 1;
    }
    return next === steps.length;
  });
}

/** Those of that title; marks and exact letter case decide only where they leave something. */
function byTitle(placed: Placed[], address: string): Placed[] {
  const marked = address.length > longestAddress ? null : /^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?$/.exec(address);
  const title = marked?.[2] ?? address;
  const key = titleKey(title);
  const same = placed.filter(({ heading }) => isNamed(heading, key));
  const level = marked?.[1]?.length;
  const levelled = narrow(same, ({ heading }) => level === undefined || heading.level === level);
  return narrow(levelled, ({ heading }) => heading.title.normalize('NFC') === title.normalize('NFC'));
}

function narrow(found: Placed[], test: (item: Placed) => boolean): Placed[] {
  const kept = found.filter(test);
  return kept.length > 0 ? kept : found;
}

/** Whether the heading is called so; `key` comes from titleKey. */
export function isNamed(heading: Heading, key: string): boolean {
  return titleKey(heading.title) === key || titleKey(plainText(heading.title)) === key;
}

export function titleKey(title: string): string {
  return fold(title.replace(/\s+/g, ' ').trim());
}

function place(headings: Heading[]): Placed[] {
  const open: Heading[] = [];
  return headings.map((heading) => {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    const parents = [...open];
    open.push(heading);
    return { heading, parents };
  });
}

function noSection(placed: Placed[], address: string): Refusal {
  const outline = placed
    .slice(0, listLimit)
    .map(({ heading: { level, title, line } }) => ({ level, title, line }));
  const names = outline.slice(0, 10).map(({ title }) => quote(title, 40));
  const known = names.length === 0 ? 'The note has no headings' : `Its headings are ${names.join(', ')}`;
  return new Refusal(
    'noMatch',
    `The note has no section ${quote(address)}. ${known}${placed.length > names.length ? ' and more' : ''}.`,
    placed.length === 0 ? 'Use append or replace instead.' : 'Name one of the headings, or use append.',
    { outline, total: placed.length },
  );
}

function severalSections(found: Placed[], address: string): Refusal {
  const candidates = found.slice(0, listLimit).map(({ heading, parents }) => ({
    path: [...parents, heading].map(({ title }) => title).join(' > '),
    line: heading.line,
    ref: `${heading.title}@${heading.line}`,
  }));
  const refs = candidates.slice(0, 10).map(({ ref }) => quote(ref, 60));
  return new Refusal(
    'ambiguous',
    `${found.length} sections are called ${quote(address)}: ${refs.join(', ')}${found.length > refs.length ? ' and more' : ''}.`,
    'Name one of them by its path or with its line, as in the candidates.',
    { candidates, total: found.length },
  );
}
