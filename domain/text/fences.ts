/** Bytes of UTF-8 that a frontmatter may have. */
export const frontmatterLimit = 64 * 1024;

/** Where the `---` lines at the start of a source stand; offsets into the source. */
export interface Fences {
  yamlStart: number;
  /** Start of the closing line; null where no such line follows. */
  yamlEnd: number | null;
  /** Behind the closing line's end; 0 where it is missing. */
  bodyStart: number;
}

/** Finds the frontmatter's fences at byte 0, behind a BOM at most; null where the first line is no fence. */
export function findFences(source: string): Fences | null {
  const start = source.startsWith('\uFEFF') ? 1 : 0;
  const open = matchAt(/---[ \t]*\r?\n/y, source, start);
  if (open === null) return null;
  for (let at = open; at !== 0 && at <= source.length; at = source.indexOf('\n', at) + 1) {
    const end = source.startsWith('---', at) ? matchAt(/---[ \t]*(?:\r?\n|$)/y, source, at) : null;
    if (end !== null) return { yamlStart: open, yamlEnd: at, bodyStart: end };
  }
  return { yamlStart: open, yamlEnd: null, bodyStart: 0 };
}

function matchAt(sticky: RegExp, text: string, at: number): number | null {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : null;
}
