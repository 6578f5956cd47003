import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NotePlace } from '../ports.ts';
import { checkTitle } from '../text/check.ts';
import { isLinkable, writeLink } from '../text/links.ts';
import { quote } from '../text/quote.ts';
import { isVisible, spacePath } from './place.ts';
import { resolveLinks, type Target } from './resolveLinks.ts';

type Where = Pick<Target, 'folderPath' | 'projectPath'>;

/**
 * The shortest link text that resolves, from a folder, to exactly this note. Source: spec/engine.md, Links.
 * `bound`: the notes to which targets lead that the linking note holds already, whatever else is called so by now.
 */
export async function linkTo(
  context: Context,
  note: NotePlace,
  where: Where,
  bound: ReadonlyMap<string, number> = new Map(),
): Promise<string> {
  const leadsThere = async (target: string) => {
    const seq = bound.get(target);
    if (seq !== undefined) return seq === note.seq;
    const link = { ...where, target, form: 'wiki' } as const;
    const sees = (each: NotePlace) => isVisible(context, each);
    const [found] = await resolveLinks(context.stores, [note.spaceId], [link], sees);
    return found?.kind === 'found' && found.note.seq === note.seq;
  };
  if (isLinkable(note.title) && (await leadsThere(note.title))) return writeLink(note.title, null);
  for (const path of pathsTo(context, note, where))
    if (isLinkable(path) && (await leadsThere(path))) return writeLink(path, note.title);
  return writeLink(note.id, note.title);
}

/** A note's path inside the linking note's project; from the space's root only for who sees that, since it names all folders above. */
function pathsTo(context: Context, note: NotePlace, { projectPath }: Where): string[] {
  const path = spacePath(note.folderPath, note.name).replace(/\.md$/i, '');
  const isInside = projectPath !== '/' && path.startsWith(projectPath);
  const seesRoot = [...context.access.projects.values()].some(
    (project) => project.spaceId === note.spaceId && project.folderPath === '/',
  );
  return [...(isInside ? [path.slice(projectPath.length)] : []), ...(seesRoot ? [path] : [])];
}

/** A link to a note that need not exist yet. @throws Refusal `invalidArguments`. */
export function linkToTitle(title: string): string {
  const text = checkTitle(title);
  if (isLinkable(text)) return writeLink(text, null);
  throw new Refusal(
    'invalidArguments',
    `The title ${quote(title)} cannot stand inside [[ ]].`,
    'Make that note first and link it by `to`, or choose a title without [ ] | # ^ and line breaks.',
  );
}
