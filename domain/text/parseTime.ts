const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):?(\d\d))?)?$/;

/**
 * Milliseconds since 1970 of an ISO 8601 date or time; null for anything else, such as a day that no month has. A date
 * alone is the start of that UTC day, and a time without an offset is UTC, wherever this runs.
 */
export function parseTime(text: string): number | null {
  const [all, year, month, day, hours, minutes, seconds, fraction, , sign, offsetHours, offsetMinutes] =
    form.exec(text.trim()) ?? [];
  if (all === undefined) return null;
  const number = (digits: string | undefined) => Number(digits ?? 0);
  const date = new Date(0);
  date.setUTCFullYear(number(year), number(month) - 1, number(day));
  const isDay = date.getUTCMonth() === number(month) - 1 && date.getUTCDate() === number(day);
  if (!isDay || number(hours) > 23 || number(minutes) > 59 || number(seconds) > 59) return null;
  if (number(offsetHours) > 23 || number(offsetMinutes) > 59) return null;
  const milliseconds = Math.trunc(number(`${fraction ?? ''}000`.slice(0, 3)));
  const offset = (sign === '-' ? -1 : 1) * (number(offsetHours) * 60 + number(offsetMinutes));
  const inDay = ((number(hours) * 60 + number(minutes) - offset) * 60 + number(seconds)) * 1000;
  return date.getTime() + inDay + milliseconds;
}
