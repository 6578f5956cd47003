import { Refusal } from '../../domain/errors.ts';

const units: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

const longest = 36_500 * 86_400_000;

/**
 * Milliseconds of a duration such as `90d`, `12h`, `30m`, `45s`, `2w`: one whole number above 0 and one unit, at most
 * 36,500 days. Throws Refusal('invalidArguments').
 */
export const parseDuration = (raw: string): number => {
  const match = /^(\d{1,9})([smhdw])$/.exec(raw.trim());
  const milliseconds = Number(match?.[1] ?? 0) * (units[match?.[2] ?? ''] ?? 0);
  if (milliseconds > 0 && milliseconds <= longest) return milliseconds;
  throw new Refusal(
    'invalidArguments',
    `${JSON.stringify(raw.slice(0, 40))} is not a duration.`,
    'Write a whole number above 0 and a unit, such as 90d, 12h, 30m or 2w; at most 36500d.',
  );
};
