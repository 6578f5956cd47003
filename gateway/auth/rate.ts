export interface RateLimiter {
  /**
   * Takes `cost` from the bucket of `key`. 0 where it was there, else the milliseconds after which it will be, and
   * nothing is taken. `perMinute` is the rate of that key; 0 = no limit.
   */
  take(key: string, cost: number, perMinute: number): number;
}

interface Bucket {
  readonly level: number;
  readonly at: number;
}

const burst = 200;
const mostKeys = 10_000;
/** What adding up parts may lose. */
const rounding = 1e-6;

/**
 * Token buckets in memory, one a key, filled at a steady rate. A bucket holds 200, or a minute's worth where that is
 * less, so that a small rate means what it says; a cost above what it holds takes it all. `now` gives milliseconds.
 * Beyond 10,000 keys the one used longest ago is forgotten, which can only be in its favour.
 */
export const rateLimiter = (now: () => number): RateLimiter => {
  const buckets = new Map<string, Bucket>();
  return {
    take: (key, cost, perMinute) => {
      if (perMinute <= 0) return 0;
      const room = Math.min(burst, Math.max(1, perMinute));
      const perMillisecond = perMinute / 60_000;
      const at = now();
      const last = buckets.get(key) ?? { level: room, at };
      const level = Math.min(room, last.level + Math.max(0, at - last.at) * perMillisecond);
      const wanted = Math.min(cost, room);
      const enough = level >= wanted - rounding;
      buckets.delete(key);
      buckets.set(key, { level: enough ? Math.max(0, level - wanted) : level, at });
      const [oldest] = buckets.keys();
      if (buckets.size > mostKeys && oldest !== undefined) buckets.delete(oldest);
      return enough ? 0 : Math.max(1, Math.ceil((wanted - level - rounding) / perMillisecond));
    },
  };
};
