import { Refusal } from '../errors.ts';
import { quote } from './quote.ts';
import { checkSegment } from './segments.ts';
import { utf8Length } from './utf8Length.ts';

export { fileNameForTitle, withSuffix } from './fileNames.ts';
export { checkSegment } from './segments.ts';

/** folder: '/' for the root, else 'a/b/'. name: the file name, ending in .md. */
export interface NotePath {
  folder: string;
  name: string;
}

const pathLimit = 1024;

/**
 * The folder that a caller named: '/' or 'a/b/'. Absent, empty and '/' are the root; a final slash may be missing.
 * The path of a note is invalidPath and names the folder it lies in. Source: spec/engine.md, Paths.
 */
export function parseFolderPath(raw: string | undefined): string {
  if (raw === undefined || raw === '' || raw === '/') return '/';
  const path = raw.endsWith('/') ? raw.slice(0, -1) : raw;
  refuseLeadingSlash(raw);
  const segments = path.split('/');
  for (const segment of segments) checkSegment(segment);
  if (/\.md$/i.test(path)) {
    const folder = segments.length === 1 ? '/' : `${segments.slice(0, -1).join('/')}/`;
    throw new Refusal(
      'invalidPath',
      `${quote(raw)} is the path of a note, not of a folder; it lies in the folder ${quote(folder)}.`,
      `Pass the folder ${quote(folder)} instead.`,
      { path: raw, folder },
    );
  }
  checkPathLength(`${path}/`);
  return `${path}/`;
}

/** The path of a note, such as 'a/b.md'; anything else is invalidPath with the reason. Source: spec/engine.md, Paths. */
export function parseNotePath(raw: string): NotePath {
  refuseLeadingSlash(raw);
  const segments = raw.split('/');
  const name = segments.pop() ?? '';
  if (!name.endsWith('.md')) {
    const right = name === '' ? null : `${raw.replace(/\.md$/i, '')}.md`;
    throw new Refusal(
      'invalidPath',
      `${quote(raw)} is not the path of a note: it does not end in ".md".`,
      right === null ? 'Give a file name that ends in ".md".' : `Use ${quote(right)}.`,
      { path: raw },
    );
  }
  for (const segment of segments) checkSegment(segment);
  checkSegment(name);
  checkPathLength(raw);
  return { folder: segments.length === 0 ? '/' : `${segments.join('/')}/`, name };
}

/** The path of `name` in `folder`, which is '/' or ends in '/'. */
export function joinPath(folder: string, name: string): string {
  return folder === '/' ? name : folder + name;
}

function refuseLeadingSlash(raw: string): void {
  if (!raw.startsWith('/')) return;
  const right = raw.replace(/^\/+/, '');
  throw new Refusal(
    'invalidPath',
    `The path ${quote(raw)} starts with a slash, which leaves an empty segment.`,
    right === '' ? 'Use "/" for the root.' : `Use ${quote(right)}; paths start at the project's root.`,
    { path: raw },
  );
}

/** @throws Refusal `invalidPath` for a path inside a project of more than 1,024 bytes. */
export function checkPathLength(path: string): void {
  const bytes = utf8Length(path);
  if (bytes <= pathLimit) return;
  throw new Refusal(
    'invalidPath',
    `The path has ${bytes} bytes in UTF-8; at most ${pathLimit} are allowed.`,
    'Use shorter names or fewer folders.',
    { bytes, limit: pathLimit },
  );
}
