import type { NoteClass, TextRow } from '../ports.ts';
import { analyse, type Language } from '../search/analyse.ts';
import { detectLanguage } from '../search/language.ts';
import { type NoteFacts, noteFacts } from '../text/note.ts';

/** All that a note's row, its names, tags and full-text row take from its source and file name. */
export interface Derived {
  readonly facts: NoteFacts;
  readonly language: Language;
  readonly class: NoteClass;
}

/** @param known the facts of exactly this source and name, where they were worked out before. */
export function derive(source: string, fileName: string, noteClass: NoteClass, known?: NoteFacts): Derived {
  const facts = known ?? noteFacts(source, fileName);
  return { facts, language: detectLanguage(source.slice(facts.bodyStart)), class: noteClass };
}

/** The full-text row: every field analysed in the note's language. */
export function textRow(seq: number, source: string, { facts, language }: Derived): TextRow {
  return {
    seq,
    title: analyse(facts.title, language),
    aliases: analyse(facts.aliases.join('\n'), language),
    tags: analyse(facts.tags.join('\n'), language),
    headings: analyse(facts.headings.map((heading) => heading.title).join('\n'), language),
    body: analyse(source.slice(facts.bodyStart), language),
  };
}
