import { cut, quotedLine } from '../text/quotedLine.ts';

/** A note whose passages are in a pack. */
export interface Source {
  readonly noteId: string;
  readonly title: string;
  /** Handle; null for a note of the caller's own space. */
  readonly project: string | null;
  readonly path: string;
  readonly versionToken: string;
  /** `match`, `memory`, or the relation and the title of the note that it is linked with, whichever way. */
  readonly why: string;
  /** Offset of its first passage in the note's content. */
  readonly position: number;
}

export interface Omitted {
  readonly noteId: string;
  readonly title: string;
  readonly path: string;
}

/** What recall answers. Source: spec/tools.md, recall. */
export interface Recall {
  /** Markdown: the passages, each in a fence, under `[n]` for the n-th of `sources`. */
  readonly context: string;
  readonly sources: readonly Source[];
  /** Tokens (o200k_base) of the larger of this as JSON and its text. */
  readonly usedTokens: number;
  /** What would have been next, at most 10. */
  readonly omitted: readonly Omitted[];
  readonly mode: 'hybrid' | 'lexical';
  readonly reason?: string;
}

const shown = (text: string): string => quotedLine(cut(text, 80));

/**
 * The text that stands for a pack where the structured answer is not read: the context, then id and version token of
 * each source. Here, since the budget covers it.
 */
export function recallText({
  context,
  sources,
  omitted,
}: Pick<Recall, 'context' | 'sources' | 'omitted'>): string {
  const rows = sources.map(({ noteId, versionToken, project, path, why }, index) => {
    const place = project === null ? 'own' : shown(project);
    return `[${index + 1}] ${noteId} ${versionToken} ${place} ${quotedLine(path)} ${shown(why)}`;
  });
  const left = omitted.map(({ noteId, title, path }) => `${noteId} ${shown(title)} ${quotedLine(path)}`);
  return [
    context,
    ...(rows.length > 0 ? ['', 'Sources: id, versionToken, project, path, why', ...rows] : []),
    ...(left.length > 0 ? ['', 'No room for these, read them with get_note:', ...left] : []),
  ].join('\n');
}
