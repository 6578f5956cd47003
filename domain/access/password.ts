import { randomBytes, scrypt } from 'node:crypto';
import { Refusal } from '../errors.ts';

const cost = 2 ** 15;
const blockSize = 8;
const parallel = 1;
const keyBytes = 32;
const memory = 64 * 1024 * 1024;
const shortest = 8;
const longest = 1_000;

/**
 * `scrypt$N$r$p$salt$key`, base64url, with a salt of its own; worked out beside the thread. Source: RFC 7914.
 * @throws Refusal `invalidArguments` unless it has 8 to 1,000 characters.
 */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < shortest || password.length > longest)
    throw new Refusal(
      'invalidArguments',
      `The password has ${password.length} characters.`,
      `Choose one of ${shortest} to ${longest} characters.`,
    );
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  return ['scrypt', cost, blockSize, parallel, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  );
}

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const settings = { N: cost, r: blockSize, p: parallel, maxmem: memory };
    scrypt(password, salt, keyBytes, settings, (error, key) => (error ? reject(error) : resolve(key)));
  });
