/** Milliseconds, or what else the unit says, with as many digits as tell something. */
export function figure(value: number, unit = 'ms'): string {
  if (Number.isNaN(value)) return '?';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`.trim();
}

/** One line of a table of figures. `reached` is null where nothing was promised. */
export interface Row {
  readonly work: string;
  readonly cells: readonly string[];
  readonly reached?: boolean | null;
}

/** A table for people: columns in line, and a mark where a figure is not reached. */
export function table(title: string, heads: readonly string[], rows: readonly Row[]): string {
  const mark = ({ reached }: Row) =>
    reached === undefined || reached === null ? '' : reached ? 'ok' : 'MISSED';
  const lines = [[...heads, ''], ...rows.map((row) => [row.work, ...row.cells, mark(row)])];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const text = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return ['', title, '-'.repeat(title.length), ...text, ''].join('\n');
}
