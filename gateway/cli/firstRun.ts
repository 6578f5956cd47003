import type { Engine } from '../../domain/engine.ts';
import type { Settings } from '../config.ts';
import { addressOf } from './address.ts';
import { makePassword } from './password.ts';

/** What a first run made. A secret is there only when this run made it. */
export interface FirstRun {
  readonly dataDir: string;
  readonly url: string;
  readonly user: string;
  readonly password?: string;
  readonly adminToken?: string;
  readonly writeToken?: string;
  readonly readToken?: string;
  readonly space: string;
  readonly project: string;
}

const firstTokens = [
  { key: 'adminToken', scope: 'admin', label: 'setup: admin' },
  { key: 'writeToken', scope: 'write', label: 'setup: write' },
  { key: 'readToken', scope: 'read', label: 'setup: read' },
] as const;

/**
 * Makes what is missing of a first run and leaves the rest alone: the user `admin`, the space and root project
 * `main`, and that user's tokens. A token that was made once is not made again, revoked or not.
 */
export const firstRun = async (engine: Engine, settings: Settings): Promise<FirstRun> => {
  const password = makePassword();
  const { madeUser } = await engine.setUp({ password });
  const admin = await engine.asAdmin();
  const secrets: Record<string, string> = madeUser ? { password } : {};
  const { tokens } = await admin.listTokens({ user: 'admin' });
  for (const { key, scope, label } of firstTokens) {
    if (tokens.some((one) => one.label === label)) continue;
    const restriction = scope === 'admin' ? {} : { projects: ['main'], memory: true };
    const made = await admin.createToken({ user: 'admin', label, scope, ...restriction });
    secrets[key] = made.token;
  }
  return {
    dataDir: settings.data,
    url: addressOf(settings),
    user: 'admin',
    ...secrets,
    space: 'main',
    project: 'main',
  };
};

export const madeSecrets = (result: FirstRun): boolean =>
  [result.password, result.adminToken, result.writeToken, result.readToken].some(
    (secret) => secret !== undefined,
  );
