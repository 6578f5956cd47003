/** Times in milliseconds of one kind of work. */
export interface Timing {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly count: number;
}

/** The value below which `share` (0 to 1) of the values lie: nearest rank. NaN where there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const rank = Math.ceil(share * sorted.length) - 1;
  return sorted[Math.min(Math.max(rank, 0), sorted.length - 1)] ?? Number.NaN;
}

export function timingOf(values: readonly number[]): Timing {
  return {
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
    max: percentile(values, 1),
    count: values.length,
  };
}

/** How long one piece of work takes, in ms. */
export async function clock(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Does the work `count` times, one after the other; the first `warmUp` runs are not counted. */
export async function repeat(
  count: number,
  warmUp: number,
  work: (index: number) => Promise<unknown>,
): Promise<Timing> {
  const times: number[] = [];
  for (let index = 0; index < warmUp + count; index += 1) {
    const taken = await clock(() => work(index));
    if (index >= warmUp) times.push(taken);
  }
  return timingOf(times);
}
