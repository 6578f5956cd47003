/** Finds where the code span that opens at `at` ends; null where the backticks there open none. */
export type CodeSpanEnd = (at: number, length: number) => number | null;

/** Code spans of one inline text. Runs of backticks are listed once, so hostile text costs no more than its length. */
export function codeSpans(text: string): CodeSpanEnd {
  let runs: Map<number, number[]> | null = null;
  const seen = new Map<number, number>();
  return (at, length) => {
    runs ??= listRuns(text);
    const starts = runs.get(length) ?? [];
    let next = seen.get(length) ?? 0;
    while ((starts[next] ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    seen.set(length, next);
    const close = starts[next];
    return close === undefined ? null : close + length;
  };
}

function listRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const starts = runs.get(run.length);
    if (starts === undefined) runs.set(run.length, [index]);
    else starts.push(index);
  }
  return runs;
}
