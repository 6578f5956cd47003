import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTime } from '../../../domain/text/parseTime.ts';

const day = Date.UTC(2026, 10, 30);
const hour = 3_600_000;

test.each<[string, number]>([
  ['2026-11-30', day],
  [' 2026-11-30 ', day],
  ['2026-11-30T08:00', day + 8 * hour],
  ['2026-11-30 08:00:01', day + 8 * hour + 1000],
  ['2026-11-30T08:00:00.5Z', day + 8 * hour + 500],
  ['2026-11-30t08:00:00,123456789z', day + 8 * hour + 123],
  ['2026-11-30T08:00:00+02:00', day + 6 * hour],
  ['2026-11-30T00:30:00-0130', day + 2 * hour],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['1969-12-31T23:59:59.999Z', -1],
  ['0001-01-01', new Date('0001-01-01T00:00:00Z').getTime()],
])('%s', (text, time) => {
  expect(parseTime(text)).toBe(time);
});

test.each([
  '',
  'now',
  '2026',
  '2026-11',
  '2026-13-01',
  '2026-00-10',
  '2026-02-29',
  '2026-11-31',
  '2026-11-30T24:00',
  '2026-11-30T08:60',
  '2026-11-30T08:00:60',
  '2026-11-30T08:00+24:00',
  '2026-11-30T08',
  '30.11.2026',
  '2026-11-30T08:00:00Zulu',
])('%o is no time', (text) => {
  expect(parseTime(text)).toBeNull();
});

test('what a clock writes is read back', () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(Date.UTC(9999, 0)) }),
      (date) => {
        expect(parseTime(date.toISOString())).toBe(date.getTime());
      },
    ),
  );
});
