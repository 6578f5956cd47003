import type { Context } from '../context.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A fact's id: `f-` and ten characters of Crockford base32, rising with time and none of those taken. They are the
 * milliseconds (good until the year 3084) and one more character of a note's id.
 */
export function factId(context: Context, taken: ReadonlySet<string>): string {
  let id = `f-${context.ids.note(context.clock.now()).slice(3, 13).toLowerCase()}`;
  while (taken.has(id)) id = nextId(id);
  return id;
}

function nextId(id: string): string {
  const last = alphabet.indexOf(id.slice(-1)) + 1;
  const [rest, digit] = [id.slice(0, -1), alphabet[last]];
  if (digit !== undefined) return rest + digit;
  return `${nextId(rest)}${alphabet[0]}`;
}
