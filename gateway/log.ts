import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { withoutSecrets } from './config/withoutSecrets.ts';
import type { Settings } from './config.ts';

export type Log = Logger;

const secretKeys = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'embeddingsKey',
  'adminToken',
  'writeToken',
  'readToken',
];
const headerKeys = ['["set-cookie"]', '["x-csrf-token"]'];

const secretPaths = [
  ...secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.*.*.${key}`]),
  ...headerKeys.flatMap((key) => [key, `*${key}`, `*.*${key}`]),
];

/**
 * The log: JSON lines on stderr, from the given level up. Values of known secret fields and anything that looks like
 * a token are redacted. Writing never holds the event loop; what is buffered is written out when the process exits.
 */
export const createLog = (
  level: Settings['logLevel'],
  stream: DestinationStream = destination({ dest: 2, sync: false }),
): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: secretPaths, censor: '[redacted]' },
      hooks: { streamWrite: withoutSecrets },
    },
    stream,
  );
