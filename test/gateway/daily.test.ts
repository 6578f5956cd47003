import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { daily } from '../../gateway/daily.ts';

const day = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('at once, and every 24 hours until it is stopped', async () => {
  let runs = 0;
  const stop = daily(
    async () => {
      runs += 1;
    },
    () => {},
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(day - 1);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(2 * day);
  expect(runs).toBe(4);
  stop();
  await vi.advanceTimersByTimeAsync(5 * day);
  expect(runs).toBe(4);
});

test('a failure is reported and does not end it', async () => {
  const failures: unknown[] = [];
  const stop = daily(
    () => Promise.reject(new Error('no disk')),
    (error) => failures.push(error),
  );
  await vi.advanceTimersByTimeAsync(day);
  expect(failures).toEqual([new Error('no disk'), new Error('no disk')]);
  stop();
});

test('one that lasts longer than a day is not begun twice', async () => {
  let begun = 0;
  let end = (): void => {};
  const stop = daily(
    () => {
      begun += 1;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    },
    () => {},
  );
  await vi.advanceTimersByTimeAsync(2 * day);
  expect(begun).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(day);
  expect(begun).toBe(2);
  stop();
});
