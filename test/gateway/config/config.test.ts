import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../../domain/errors.ts';
import { readSettings } from '../../../gateway/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
const certificate = join(folder, 'cert.pem');
writeFileSync(certificate, 'certificate');
afterAll(() => rmSync(folder, { recursive: true }));

const refusalOf = (env: Record<string, string>): Refusal => {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('the settings were accepted');
};

test('an empty environment gives the defaults', () => {
  const settings = readSettings({ PATH: '/bin', HOME: '/root' });
  expect(settings).toMatchObject({
    data: resolve(import.meta.dirname, '../../../data'),
    databaseFile: resolve(import.meta.dirname, '../../../data/intendant.db'),
    host: '127.0.0.1',
    port: 7331,
    trustProxy: false,
    allowedOrigins: [],
    embedder: 'auto',
    maxNoteBytes: 1_048_576,
    trashRetentionDays: 0,
    auditRetentionDays: 365,
    ratePerMinute: 1_200,
    locale: 'en',
    logLevel: 'info',
    notices: [],
  });
});

describe('accepted values', () => {
  test.each([
    ['INTENDANT_DATA', 'relative/data', 'data', resolve('relative/data')],
    ['INTENDANT_HOST', '[::1]', 'host', '::1'],
    ['INTENDANT_HOST', 'localhost', 'host', 'localhost'],
    ['INTENDANT_PORT', ' 8080 ', 'port', 8080],
    ['INTENDANT_PORT', '0', 'port', 0],
    ['INTENDANT_PORT', '', 'port', 7331],
    ['INTENDANT_PUBLIC_URL', 'https://notes.example.org/', 'publicUrl', 'https://notes.example.org'],
    ['INTENDANT_PUBLIC_URL', '', 'publicUrl', undefined],
    ['INTENDANT_TRUST_PROXY', 'yes', 'trustProxy', true],
    ['INTENDANT_TRUST_PROXY', '0', 'trustProxy', false],
    [
      'INTENDANT_ALLOWED_ORIGINS',
      'https://A.example/, http://b.example:81',
      'allowedOrigins',
      ['https://a.example', 'http://b.example:81'],
    ],
    ['INTENDANT_EMBEDDER', 'None', 'embedder', 'none'],
    ['INTENDANT_EMBEDDINGS_URL', 'http://[::1]:9000/v1', 'embeddingsUrl', 'http://[::1]:9000/v1'],
    ['INTENDANT_LOCALE', 'pt-br', 'locale', 'pt-BR'],
    ['INTENDANT_LOG_LEVEL', 'silent', 'logLevel', 'silent'],
    ['INTENDANT_RATE_PER_MINUTE', '0', 'ratePerMinute', 0],
  ])('%s=%j', (name, content, key, expected) => {
    expect(readSettings({ [name]: content })).toHaveProperty(key, expected);
  });

  test('a host past loopback with TLS files, or behind a trusted proxy', () => {
    const tls = { INTENDANT_TLS_CERT: certificate, INTENDANT_TLS_KEY: certificate };
    expect(readSettings({ INTENDANT_HOST: '0.0.0.0', ...tls }).tlsCert).toBe(certificate);
    expect(readSettings({ INTENDANT_HOST: '::', INTENDANT_TRUST_PROXY: 'true' }).host).toBe('::');
  });
});

test.each([
  'sqlite:///srv/my%20notes/intendant.db',
  'file:/srv/my notes/intendant.db',
  'SQLITE:/srv/my%20notes/./intendant.db',
])('the embedded database as %j', (url) => {
  const settings = readSettings({ INTENDANT_DATA: '/srv/my notes', INTENDANT_DATABASE_URL: url });
  expect(settings.databaseFile).toBe('/srv/my notes/intendant.db');
});

describe('refused values', () => {
  test.each([
    [{ INTENDANT_DATA: '' }, /INTENDANT_DATA \(--data\) is empty/],
    [{ INTENDANT_DATA: '~/notes' }, /only a shell expands/],
    [{ INTENDANT_HOST: 'http://a' }, /INTENDANT_HOST .*without scheme/],
    [{ INTENDANT_PORT: '65536' }, /"65536"; it must be a whole number from 0 to 65535/],
    [{ INTENDANT_PORT: '-1' }, /whole number/],
    [{ INTENDANT_PORT: '1e3' }, /whole number/],
    [{ INTENDANT_PUBLIC_URL: 'notes.example.org' }, /web address/],
    [{ INTENDANT_PUBLIC_URL: 'ftp://a.example' }, /http:\/\//],
    [{ INTENDANT_TRUST_PROXY: 'maybe' }, /true or false/],
    [{ INTENDANT_ALLOWED_ORIGINS: '*' }, /each must be an origin/],
    [
      { INTENDANT_ALLOWED_ORIGINS: 'https://a.example/page' },
      /ends after host and port: https:\/\/a\.example/,
    ],
    [{ INTENDANT_DATABASE_URL: 'postgres://u:hunter2@db/n' }, /PostgreSQL .*not supported yet/],
    [{ INTENDANT_DATABASE_URL: 'mysql://u:hunter2@db/n' }, /must name the file of an embedded database/],
    [{ INTENDANT_DATABASE_URL: 'sqlite://db/n' }, /must name the file of an embedded database/],
    [{ INTENDANT_DATABASE_URL: 'sqlite:/srv/other.db' }, /another file than intendant\.db/],
    [{ INTENDANT_DATA: '/srv', INTENDANT_DATABASE_URL: 'sqlite:intendant.db' }, /another file than/],
    [{ INTENDANT_EMBEDDER: 'gpu' }, /auto, transformers, builtin, http, none/],
    [{ INTENDANT_EMBEDDER: 'http' }, /INTENDANT_EMBEDDINGS_URL is not set/],
    [{ INTENDANT_EMBEDDINGS_URL: 'http://models.example/v1' }, /must begin with https/],
    [{ INTENDANT_MAX_NOTE_BYTES: '0' }, /from 1 to/],
    [{ INTENDANT_LOCALE: 'not a locale' }, /language tag/],
    [{ INTENDANT_LOG_LEVEL: 'loud' }, /fatal, error, warn/],
    [
      { INTENDANT_TLS_CERT: '/nowhere/cert.pem', INTENDANT_TLS_KEY: certificate },
      /does not exist or cannot be read/,
    ],
    [{ INTENDANT_TLS_CERT: certificate }, /INTENDANT_TLS_CERT is set without INTENDANT_TLS_KEY/],
    [{ INTENDANT_TLS_KEY: certificate }, /INTENDANT_TLS_KEY is set without INTENDANT_TLS_CERT/],
    [{ INTENDANT_HOST: '0.0.0.0' }, /other machines can reach/],
    [{ INTENDANT_HOST: 'notes.example.org', INTENDANT_TRUST_PROXY: 'off' }, /other machines can reach/],
    [{ INTENDANT_HOST: '127.evil.example' }, /other machines can reach/],
  ])('%j', (env, message) => {
    const refusal = refusalOf(env);
    expect(refusal.code).toBe('invalidArguments');
    expect(refusal.message).toMatch(message);
    expect(refusal.details.problems).toHaveLength(1);
    expect(refusal.message).not.toContain('hunter2');
  });
});

describe('unknown names', () => {
  test.each([
    ['INTENDANT_DATTA', 'INTENDANT_DATA'],
    ['INTENDANT_DATA_DIR', 'INTENDANT_DATA'],
    ['INTENDANT_PROT', 'INTENDANT_PORT'],
    ['INTENDANT_LOGLEVEL', 'INTENDANT_LOG_LEVEL'],
    ['INTENDANT_TRUSTED_PROXY', 'INTENDANT_TRUST_PROXY'],
    ['intendant_data', 'INTENDANT_DATA'],
  ])('%s is refused and %s offered', (name, offered) => {
    const { message } = refusalOf({ [name]: 'hunter2' });
    expect(message).toContain(`${name} is not a setting; did you mean ${offered}?`);
    expect(message).not.toContain('hunter2');
  });

  test('nothing is offered where nothing is near', () => {
    expect(refusalOf({ INTENDANT_QQQQQQQQ: 'x' }).message).not.toContain('did you mean');
  });
});

test('every problem is told at once', () => {
  const { message, details } = refusalOf({
    INTENDANT_PRT: '1',
    INTENDANT_PORT: 'abc',
    INTENDANT_HOST: '0.0.0.0',
    INTENDANT_LOCALE: '!',
    INTENDANT_TLS_KEY: '/nowhere/key.pem',
    INTENDANT_DATABASE_URL: 'postgresql://db',
  });
  expect(details.problems).toHaveLength(7);
  for (const part of ['PRT', 'INTENDANT_PORT', 'HOST', 'LOCALE', 'TLS_KEY', 'TLS_CERT', 'PostgreSQL']) {
    expect(message).toContain(part);
  }
});

test('secrets never stand in a message', () => {
  const { message, details } = refusalOf({
    INTENDANT_TOKEN: 'itd_a_hunter2',
    INTENDANT_EMBEDDINGS_KEY: 'hunter2',
    INTENDANT_PUBLIC_URL: 'https://user:hunter2@notes.example.org',
    INTENDANT_EMBEDDINGS_URL: 'user:hunter2@models.example',
    INTENDANT_ALLOWED_ORIGINS: 'https://user:hunter2@notes.example.org',
    INTENDANT_PORT: 'itd_a_hunter2',
    INTENDANT_TOKNE: 'hunter2',
  });
  expect(message + JSON.stringify(details)).not.toContain('hunter2');
});

describe('variables that Kubernetes injects', () => {
  const injected = {
    INTENDANT_SERVICE_HOST: '10.0.0.11',
    INTENDANT_SERVICE_PORT: '80',
    INTENDANT_SERVICE_PORT_HTTP: '80',
    INTENDANT_PORT: 'tcp://10.0.0.11:80',
    INTENDANT_PORT_80_TCP: 'tcp://10.0.0.11:80',
    INTENDANT_PORT_80_TCP_PROTO: 'tcp',
    INTENDANT_PORT_80_TCP_PORT: '80',
    INTENDANT_PORT_80_TCP_ADDR: '10.0.0.11',
    INTENDANT_METRICS_SERVICE_HOST: 'fd00::1',
    INTENDANT_METRICS_PORT: 'tcp://[fd00::1]:9000',
  };

  test('are left aside and explained', () => {
    const settings = readSettings(injected);
    expect(settings.port).toBe(7331);
    expect(settings.notices).toHaveLength(1);
    for (const name of Object.keys(injected)) expect(settings.notices[0]).toContain(name);
    expect(settings.notices[0]).toContain('Kubernetes');
  });

  test.each([
    ['INTENDANT_SERVICE_HOST', 'notes.example.org'],
    ['INTENDANT_SERVICE_PORT', 'http'],
    ['INTENDANT_PORT_80_TCP', '80'],
    ['INTENDANT_PORT_80_TCP_ADDR', 'here'],
  ])('%s=%j is a mistake of a person', (name, content) => {
    expect(refusalOf({ [name]: content }).message).toContain(`${name} is not a setting`);
  });
});

test('property: any value of any setting is accepted or refused by a Refusal, never another error', () => {
  const names = [
    'DATA',
    'HOST',
    'PORT',
    'PUBLIC_URL',
    'ALLOWED_ORIGINS',
    'DATABASE_URL',
    'LOCALE',
    'EMBEDDINGS_URL',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string({ unit: 'binary' }), (name, content) => {
      try {
        readSettings({ [`INTENDANT_${name}`]: content });
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }),
  );
});
