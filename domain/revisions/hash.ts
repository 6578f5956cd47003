import { createHash } from 'node:crypto';

/** SHA-256 of the UTF-8 bytes, 64 lowercase hex digits. */
export const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
