import { describe, expect, test } from 'vitest';
import { rateLimiter } from '../../../gateway/auth/rate.ts';

const limiter = (): {
  take: (cost: number, perMinute?: number, key?: string) => number;
  pass(ms: number): void;
} => {
  let now = 1_000;
  const { take } = rateLimiter(() => now);
  return {
    take: (cost, perMinute = 1_200, key = 't') => take(key, cost, perMinute),
    pass: (milliseconds) => {
      now += milliseconds;
    },
  };
};
const times = (count: number, act: () => number): number[] => Array.from({ length: count }, act);

describe('1,200 a minute', () => {
  test('200 at once, then one every 50 ms', () => {
    const { take, pass } = limiter();
    expect(times(200, () => take(1)).every((wait) => wait === 0)).toBe(true);
    expect(take(1)).toBe(50);
    pass(49);
    expect(take(1)).toBe(1);
    pass(1);
    expect(take(1)).toBe(0);
    expect(take(1)).toBe(50);
  });

  test('a full bucket never holds more', () => {
    const { take, pass } = limiter();
    take(1);
    pass(3_600_000);
    expect(times(201, () => take(1)).filter((wait) => wait > 0)).toHaveLength(1);
  });

  test('a refusal takes nothing', () => {
    const { take, pass } = limiter();
    take(200);
    times(50, () => take(1));
    pass(50);
    expect(take(1)).toBe(0);
  });

  test('create_notes of 500 costs 11', () => {
    const { take } = limiter();
    expect(times(18, () => take(11)).every((wait) => wait === 0)).toBe(true);
    expect(take(11)).toBe(450);
  });
});

test.each([
  [1, 1],
  [3, 3],
  [60, 60],
  [200, 200],
  [5_000, 200],
])('at %d a minute, %d go at once', (perMinute, most) => {
  const { take } = limiter();
  expect(times(most + 1, () => take(1, perMinute)).filter((wait) => wait === 0)).toHaveLength(most);
});

test('a cost above what the bucket holds passes when it is full', () => {
  const { take } = limiter();
  expect(take(11, 3)).toBe(0);
  expect(take(1, 3)).toBe(20_000);
});

test('0 is no limit', () => {
  const { take } = limiter();
  expect(times(5_000, () => take(11, 0)).every((wait) => wait === 0)).toBe(true);
});

test('keys do not share', () => {
  const { take } = limiter();
  take(200, 1_200, 'a');
  expect(take(1, 1_200, 'a')).toBeGreaterThan(0);
  expect(take(1, 1_200, 'b')).toBe(0);
});

test('a clock that goes back gives and takes nothing', () => {
  const { take, pass } = limiter();
  take(200);
  pass(-10_000);
  expect(take(1)).toBe(50);
});

test('memory is bounded: the key used longest ago is forgotten', () => {
  const { take } = limiter();
  take(200, 1_200, 'old');
  take(200, 1_200, 'used');
  for (let index = 0; index < 9_999; index += 1) {
    take(1, 1_200, `k${index}`);
    if (index === 5_000) take(1, 1_200, 'used');
  }
  expect(take(1, 1_200, 'used')).toBe(50);
  expect(take(1, 1_200, 'old')).toBe(0);
});
