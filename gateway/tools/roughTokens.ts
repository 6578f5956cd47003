const weight = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0x7ff) return 1;
  if (code > 0x7f) return 0.6;
  if (/[a-z ]/.test(character)) return 0.3;
  return /[A-Z0-9]/.test(character) ? 0.65 : 0.5;
};

/** About how many tokens (o200k_base) a text costs, on the high side for prose; for sharing room, not for billing. */
export const roughTokens = (text: string): number => {
  let sum = 0;
  for (const character of text) sum += weight(character);
  return sum;
};

/** The beginning of a text that costs about `room` tokens, whole characters only, with `…` where it was cut. */
export const cutTokens = (text: string, room: number): string => {
  let sum = 0;
  let end = 0;
  for (const character of text) {
    sum += weight(character);
    if (sum > room) return `${text.slice(0, end)}…`;
    end += character.length;
  }
  return text;
};
