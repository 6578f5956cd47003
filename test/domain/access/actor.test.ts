import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorOf, actorOfToken, secretHash, tokenText } from '../../../domain/access/actor.ts';
import { identityOf } from '../../../domain/actor.ts';
import { type Instance, known, minute, openInstance, start } from './instance.ts';

let instance: Instance;
let text: string;
let id: string;

beforeAll(async () => {
  instance = await openInstance();
  const admin = await instance.as('admin');
  await admin.createUser({ name: 'Ana' });
  ({ token: text, id } = await instance.token('Ana', { label: 'Laptop' }));
});
afterAll(() => instance.close());

/** A secret may hold `_` itself. */
const secretOf = (token: string): string => token.split('_').slice(2).join('_');

describe('whom a token acts for', () => {
  test('its user, with the facts of the token and without its secret', async () => {
    const actor = await instance.actorOf(text);
    expect(actor).toMatchObject({
      kind: 'agent',
      client: 'Laptop',
      user: { name: 'Ana', admin: false },
      token: { id, scope: 'write', projects: null, tools: null, memory: true },
    });
    const secret = secretOf(text);
    expect(JSON.stringify(actor)).not.toContain(secret);
    expect(JSON.stringify(actor)).not.toContain(secretHash(secret));
  });

  test('an admin token is a person’s own hands', async () => {
    const { token } = await instance.token('Ana', { scope: 'admin' });
    expect((await instance.actorOf(token))?.kind).toBe('human');
  });

  const other = 'A'.repeat(43);
  test.each<[string, (text: string, id: string) => string]>([
    ['nothing', () => ''],
    ['another secret', (_, id) => tokenText(id, other)],
    ['another id', (text) => text.replace(/^itd_[^_]+/, 'itd_zzzzzzzzzzzz')],
    ['a secret with its last character cut', (text) => text.slice(0, -1)],
    ['a secret with one character more', (text) => `${text}A`],
    ['a secret in another case', (text) => text.slice(0, 17) + swapCase(text.slice(17))],
    ['no prefix', (text) => text.slice('itd_'.length)],
    ['another prefix', (text) => text.replace('itd_', 'ITD_')],
    ['a space after it', (text) => `${text} `],
    ['a line break after it', (text) => `${text}\n`],
    ['a null byte', (text) => `${text.slice(0, 30)}\u0000${text.slice(31)}`],
    ['its stored hash as secret', (text, id) => tokenText(id, secretHash(secretOf(text)))],
    ['no secret', (_, id) => `itd_${id}_`],
  ])('%s is nobody', async (_what, change) => {
    const changed = change(text, id);
    expect(changed).not.toBe(text);
    expect(await instance.actorOf(changed)).toBeNull();
  });

  test('only the hash of the secret is stored', async () => {
    const { token, id } = await instance.token('Ana', {});
    const secret = token.slice(tokenText(id, '').length);
    const stored = await instance.writer.transact((stores) => stores.tokens.byId(id));
    expect(stored?.secretHash).toBe(secretHash(secret));
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  });
});

describe('until when', () => {
  test('to the millisecond before it expires', async () => {
    const { token } = await instance.token('Ana', { expiresAt: new Date(start + minute).toISOString() });
    const at = (now: number) =>
      instance.writer.transact(async (stores) => (await actorOfToken(stores, token, now)) !== null);
    expect(await at(start + minute - 1)).toBe(true);
    expect(await at(start + minute)).toBe(false);
  });

  test.each<[string, (token: { id: string }) => Promise<unknown>]>([
    ['it is revoked', async ({ id }) => (await instance.as('admin')).revokeToken({ id })],
    [
      'its user is disabled',
      async () => (await instance.as('admin')).setDisabled({ name: 'Bob', disabled: true }),
    ],
  ])('until %s, for a token in the hand and for an actor already known', async (_what, end) => {
    const admin = await instance.as('admin');
    if (!(await admin.listUsers({})).users.some((user) => user.name === 'Bob'))
      await admin.createUser({ name: 'Bob' });
    const made = await instance.token('Bob', {});
    const identity = identityOf(known(await instance.actorOf(made.token)));
    const again = () => instance.writer.transact((stores) => actorOf(stores, identity, instance.now));
    expect(await again()).toEqual({ ...known(await instance.actorOf(made.token)) });
    await end(made);
    expect(await instance.actorOf(made.token)).toBeNull();
    expect(await again()).toBeNull();
  });

  test('a disabled user who is let in again has their tokens again', async () => {
    const admin = await instance.as('admin');
    await admin.createUser({ name: 'Cleo' });
    const { token } = await instance.token('Cleo', {});
    await admin.setDisabled({ name: 'Cleo', disabled: true });
    await admin.setDisabled({ name: 'cleo', disabled: false });
    expect((await instance.actorOf(token))?.user.name).toBe('Cleo');
  });

  test('a token of one user is no actor for another', async () => {
    const mine = known(await instance.actorOf(text));
    const admin = known(await instance.actorOf((await instance.token('admin', {})).token));
    const mixed = { ...identityOf(mine), userId: admin.user.id };
    expect(await instance.writer.transact((stores) => actorOf(stores, mixed, instance.now))).toBeNull();
  });
});

const swapCase = (text: string): string =>
  [...text].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join('');
