import { randomBytes } from 'node:crypto';
import type { Ids } from '../domain/ports.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeCharacters = 10;
const randomCharacters = 16;

/** Ids in ULID form (48 bits of time, 80 random bits), rising also within a millisecond. Source: the ULID specification. */
export function createIds(): Ids {
  const ulid = risingUlids();
  return {
    note: (at) => `n_${ulid(at)}`,
    project: (at) => `p_${ulid(at)}`,
    user: (at) => `u_${ulid(at)}`,
    token: () => base32(randomBytes(randomCharacters), 12).toLowerCase(),
    secret: () => randomBytes(32).toString('base64url'),
  };
}

function risingUlids(): (at: number) => string {
  let lastTime = -1;
  let digits: number[] = [];
  return (at) => {
    if (at > lastTime) {
      lastTime = at;
      digits = [...randomBytes(randomCharacters)].map((byte) => byte & 31);
    } else {
      let place = randomCharacters - 1;
      while (place >= 0 && digits[place] === 31) digits[place--] = 0;
      if (place >= 0) digits[place] = (digits[place] ?? 0) + 1;
    }
    return timePart(lastTime) + digits.map((digit) => alphabet[digit]).join('');
  };
}

function timePart(at: number): string {
  let text = '';
  for (let rest = at; text.length < timeCharacters; rest = Math.floor(rest / 32))
    text = alphabet[rest % 32] + text;
  return text;
}

const base32 = (bytes: Buffer, length: number): string =>
  [...bytes.subarray(0, length)].map((byte) => alphabet[byte & 31]).join('');
