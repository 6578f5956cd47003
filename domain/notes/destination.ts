import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { ProjectRecord } from '../ports.ts';
import { fold } from '../text/fold.ts';
import { parseFolderPath } from '../text/paths.ts';
import { quote } from '../text/quote.ts';
import { folderIn } from './place.ts';
import { reservedFor } from './placeDrafts.ts';

/**
 * The space path of the folder that `toPath` names inside a project; it need not be there yet.
 * @param ownNames what the moved thing is called: a folder of such a name that is not there is its new full path, sent
 * by mistake. Source: spec/tools.md, Reorganize.
 * @throws Refusal `invalidPath` with the folder meant, or for a folder of a project that the caller cannot see;
 * `insufficientScope`.
 */
export async function destination(
  context: Context,
  project: ProjectRecord,
  toPath: string,
  ownNames: readonly string[],
): Promise<string> {
  const folder = parseFolderPath(toPath);
  const path = folderIn(project, folder);
  const reserved = reservedFor(context, project.spaceId, path);
  if (reserved) throw reserved;
  const segments = folder.slice(0, -1).split('/');
  const last = segments.pop() ?? '';
  if (!ownNames.some((name) => fold(name) === fold(last))) return path;
  const [there] = await context.stores.folders.byPathKeys(project.spaceId, [fold(path)]);
  if (there) return path;
  const right = segments.length === 0 ? '/' : `${segments.join('/')}/`;
  throw new Refusal(
    'invalidPath',
    `${quote(toPath)} ends in the name of what is moved, and there is no such folder.`,
    `\`toPath\` is the folder it goes into: pass ${quote(right)}.`,
    { path: toPath, folder: right },
  );
}
