import { sql } from 'kysely';

/** Folders whose folded path begins with this one; the range is exact since keys hold no character above U+10FFFF. */
export const atOrBelow = (pathKey: string) =>
  pathKey === '/'
    ? sql<boolean>`1`
    : sql<boolean>`(folder.path_key >= ${pathKey} and folder.path_key < ${`${pathKey.slice(0, -1)}0`})`;
