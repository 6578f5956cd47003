/** Text of others as it may go to a terminal: control characters and direction marks are shown as escapes. */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );

/** Rows as aligned columns under a header, one line a row, each ended by a line feed. */
export const table = (header: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const cells = [header, ...rows].map((row) => row.map((cell) => printable(String(cell))));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
};
