/**
 * Where `needle` stands in `text`, case and accents ignored, as offsets in `text`, overlaps included.
 * @returns [] for a needle that folds to nothing.
 */
export function foldedFind(text: string, needle: string): number[] {
  const wanted = plain(needle);
  if (wanted === '') return [];
  const { folded, offsets } = foldWithOffsets(text);
  const found: number[] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const offset = offsets ? (offsets[at] ?? 0) : at;
    if (found.at(-1) !== offset) found.push(offset);
  }
  return found;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** `offsets` is null where the folded text has the very offsets of the original. */
function foldWithOffsets(text: string): { folded: string; offsets: number[] | null } {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
  if (/^[\x00-\x7f]*$/.test(text)) return { folded: text.toLowerCase(), offsets: null };
  const parts: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const folded = plain(character);
    parts.push(folded);
    for (let unit = 0; unit < folded.length; unit += 1) offsets.push(at);
    at += character.length;
  }
  return { folded: parts.join(''), offsets };
}
