import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../domain/errors.ts';
import { parseDuration } from '../../../gateway/cli/duration.ts';

describe('parseDuration', () => {
  test.each([
    ['90d', 7_776_000_000],
    ['12h', 43_200_000],
    ['30m', 1_800_000],
    ['45s', 45_000],
    ['2w', 1_209_600_000],
    [' 1d ', 86_400_000],
    ['36500d', 3_153_600_000_000],
  ])('%j is %d ms', (raw, expected) => {
    expect(parseDuration(raw)).toBe(expected);
  });

  test.each(['', '90', 'd', '0d', '-1d', '1.5h', '1y', '1 d', '90D', '1d12h', '36501d', '999999999w', '١d'])(
    '%j is refused',
    (raw) => {
      expect(() => parseDuration(raw)).toThrow(Refusal);
    },
  );

  test('property: any text gives a whole number above 0 or a Refusal', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{1,12}[smhdwx]$/)), (raw) => {
        try {
          const milliseconds = parseDuration(raw);
          expect(Number.isSafeInteger(milliseconds) && milliseconds > 0).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
    );
  });
});
