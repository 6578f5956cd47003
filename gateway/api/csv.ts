/** What a spreadsheet would take for a formula, or for the end of a cell before one. */
const formula = /^[=+\-@\t\r]/;

const cell = (value: unknown): string => {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * Rows as CSV with a line of names, lists joined by blanks, null as an empty cell. A cell that begins like a formula
 * gets an apostrophe in front, so that no spreadsheet computes it. Source: RFC 4180; OWASP, CSV Injection.
 */
export const csvOf = (names: readonly string[], rows: readonly object[]): string =>
  [names, ...rows.map((row) => names.map((name): unknown => Reflect.get(row, name)))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('');
