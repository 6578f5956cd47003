import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInside } from './runInside.ts';

const root = mkdtempSync(join(tmpdir(), 'damage-'));
const env = { INTENDANT_DATA: root, INTENDANT_EMBEDDER: 'none' };
const file = join(root, 'intendant.db');
let sound: Buffer;

beforeAll(async () => {
  expect(await runInside(['setup'], { env })).toMatchObject({ code: 0 });
  sound = readFileSync(file);
});
afterAll(() => rmSync(root, { recursive: true }));

const flip = (at: number, length: number): void => {
  const bytes = Buffer.from(sound);
  bytes.subarray(at, at + length).forEach((byte, index) => {
    bytes[at + index] = byte ^ 0xa5;
  });
  writeFileSync(file, bytes);
};

test.each<[string, () => void]>([
  ['is no database', () => writeFileSync(file, 'hello, this is no database at all')],
  ['is all zeros', () => writeFileSync(file, Buffer.alloc(100_000))],
  ['lost its end', () => truncateSync(file, 20_000)],
  ['has flipped bytes in its first pages', () => flip(4_096, 3_000)],
  ['has flipped bytes further on', () => flip(40_960, 3_000)],
])('a file that %s: verify and doctor say so in words, and what to do', async (_what, damage) => {
  rmSync(`${file}-wal`, { force: true });
  rmSync(`${file}-shm`, { force: true });
  writeFileSync(file, sound);
  damage();
  for (const words of [['verify'], ['doctor']]) {
    const { code, out, err } = await runInside(words, { env });
    expect(code, words.join()).toBe(1);
    expect(out + err).toMatch(/damaged/);
    expect(out + err).toMatch(/backup/);
    expect(out + err).not.toContain('[object');
  }
});
