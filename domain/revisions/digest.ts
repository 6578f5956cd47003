import { createHash } from 'node:crypto';

/**
 * Snapshot digests that compose by folder. A folder's sum is the lane-wise sum, modulo 2^16, of one 1,024-lane
 * element a child (a homomorphic set hash, LtHash16: Bellare and Micciancio, "A New Paradigm for Collision-Free
 * Hashing", 1997; Lewi et al., "Securing Update Propagation with Homomorphic Hashing", 2019). Adding or removing
 * a child costs that child alone, whatever the folder holds, and the order in which a state was reached is gone.
 */
const lanes = 1024;
const bytes = lanes * 2;

export type Sum = Buffer;

const element = (...parts: readonly string[]): Buffer =>
  createHash('shake256', { outputLength: bytes }).update(parts.join('\0')).digest();

/** The element of a note in its folder: its name as shown and the hash of its source. */
export const noteElement = (name: string, hash: string): Buffer => element('note', name, hash);

/** The element of a folder in its parent. A folder without notes adds nothing. */
export const folderElement = (name: string, sum: Sum): Buffer => element('folder', name, digestOf(sum));

export const emptySum = (): Sum => Buffer.alloc(bytes);

/** `sum` changed in place. */
export function addTo(sum: Sum, item: Buffer, sign: 1 | -1): void {
  const into = lanesOf(sum);
  const from = lanesOf(item);
  for (let lane = 0; lane < lanes; lane += 1) into[lane] = (into[lane] ?? 0) + sign * (from[lane] ?? 0);
}

const lanesOf = (buffer: Buffer): Uint16Array => new Uint16Array(buffer.buffer, buffer.byteOffset, lanes);

/** A copy to change, aligned for lanes. */
export const copyOf = (sum: Sum | null): Sum => (sum ? Buffer.concat([sum], bytes) : emptySum());

/** 64 lowercase hex digits. */
export const digestOf = (sum: Sum | null): string =>
  createHash('sha256')
    .update(sum ?? emptySum())
    .digest('hex');
