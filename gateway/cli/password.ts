import { randomBytes } from 'node:crypto';
import { Refusal } from '../../domain/errors.ts';
import type { Io } from './io.ts';

/** 144 random bits as 24 characters that need no quoting in a shell. */
export const makePassword = (): string => randomBytes(18).toString('base64url');

/**
 * The password to set: the first line of stdin where asked for, else a made one (`made` tells, since only a made one
 * is ever printed). A password is never taken from an argument: other users of the machine could read it there.
 */
export const choosePassword = async (
  io: Io,
  fromInput: boolean | undefined,
): Promise<{ password: string; made: boolean }> => {
  if (fromInput !== true) return { password: makePassword(), made: true };
  const password = (await io.input()).split(/\r?\n/, 1)[0] ?? '';
  if (password !== '') return { password, made: false };
  throw new Refusal(
    'invalidArguments',
    'Nothing came from stdin.',
    'Pipe the password in, or leave out --password-stdin to have one made.',
  );
};
