import { createHmac } from 'node:crypto';

const digits = 15n;
const range = 10n ** digits;

/**
 * A note's version token: an HMAC-SHA-256 of note id and hash, cut to 15 decimal digits (50 bits).
 * Digits, since a model's tokenizer takes three of them for one token; 24 random letters would cost three times as much.
 */
export const versionTokens =
  (key: Buffer) =>
  (noteId: string, hash: string): string => {
    const mac = createHmac('sha256', key).update(`${noteId}\n${hash}`).digest().readBigUInt64BE();
    return `v${(mac % range).toString().padStart(Number(digits), '0')}`;
  };
