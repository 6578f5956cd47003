import { randomBytes, scryptSync } from 'node:crypto';
import { Refusal } from '../errors.ts';

const cost = 2 ** 15;
const blockSize = 8;
const parallel = 1;
const keyBytes = 32;
const memory = 64 * 1024 * 1024;
const shortest = 8;

/** `scrypt$N$r$p$salt$key`, base64url. Source: RFC 7914. @throws Refusal `invalidArguments` when it is too short. */
export function hashPassword(password: string): string {
  if (password.length < shortest)
    throw new Refusal(
      'invalidArguments',
      `The password is shorter than ${shortest} characters.`,
      'Choose a longer one.',
    );
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, keyBytes, { N: cost, r: blockSize, p: parallel, maxmem: memory });
  return ['scrypt', cost, blockSize, parallel, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  );
}
