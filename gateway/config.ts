import { join } from 'node:path';
import { z } from 'zod';
import { Refusal } from '../domain/errors.ts';
import { nearest } from '../domain/text/nearest.ts';
import { defaultData } from './config/defaultData.ts';
import { isKubernetesVariable, kubernetesNotice } from './config/kubernetes.ts';
import * as value from './config/values.ts';

const embedders = ['auto', 'transformers', 'builtin', 'http', 'none'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const mostDays = 36_500;
const databaseName = 'intendant.db';

/** The one schema of the environment. Source: spec/access.md, Settings. */
const environment = z.object({
  INTENDANT_DATA: value.folder.optional(),
  INTENDANT_HOST: value.hostName.default('127.0.0.1'),
  INTENDANT_PORT: value.wholeNumber(0, 65_535).default(7331),
  INTENDANT_PUBLIC_URL: value.publicUrl.optional(),
  INTENDANT_TLS_CERT: value.readableFile.optional(),
  INTENDANT_TLS_KEY: value.readableFile.optional(),
  INTENDANT_TRUST_PROXY: value.flag.default(false),
  INTENDANT_ALLOWED_ORIGINS: value.origins.default([]),
  INTENDANT_DATABASE_URL: value.databaseUrl.optional(),
  INTENDANT_TOKEN: value.text.optional(),
  INTENDANT_EMBEDDER: value.choice(embedders).default('auto'),
  INTENDANT_MODEL: value.text.optional(),
  INTENDANT_MODEL_DIR: value.folder.optional(),
  INTENDANT_EMBEDDINGS_URL: value.embeddingsUrl.optional(),
  INTENDANT_EMBEDDINGS_KEY: value.text.optional(),
  INTENDANT_MAX_NOTE_BYTES: value.wholeNumber(1, 16_777_216).default(1_048_576),
  INTENDANT_TRASH_RETENTION_DAYS: value.wholeNumber(0, mostDays).default(0),
  INTENDANT_AUDIT_RETENTION_DAYS: value.wholeNumber(0, mostDays).default(365),
  INTENDANT_RATE_PER_MINUTE: value.wholeNumber(0, 1_000_000).default(1_200),
  INTENDANT_LOCALE: value.locale.default('en'),
  INTENDANT_LOG_LEVEL: value.choice(logLevels).default('info'),
});

type Variables = Readonly<Record<string, string | undefined>>;

/** What the operator decided, checked and with the defaults filled in. Paths are absolute. */
export interface Settings {
  readonly data: string;
  /** The embedded database's file, inside `data`. */
  readonly databaseFile: string;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** A Unix socket to listen on instead of host and port: set by `serve --socket` alone. */
  readonly socket?: string | undefined;
  /** Without a final slash. */
  readonly publicUrl?: string | undefined;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  readonly trustProxy: boolean;
  readonly allowedOrigins: readonly string[];
  /** A secret: the token with which this program calls another gateway. */
  readonly token?: string | undefined;
  readonly embedder: (typeof embedders)[number];
  readonly model?: string | undefined;
  readonly modelDir?: string | undefined;
  readonly embeddingsUrl?: string | undefined;
  /** A secret. */
  readonly embeddingsKey?: string | undefined;
  readonly maxNoteBytes: number;
  /** 0 = keep. */
  readonly trashRetentionDays: number;
  /** 0 = keep. */
  readonly auditRetentionDays: number;
  /** 0 = no limit. */
  readonly ratePerMinute: number;
  readonly locale: string;
  readonly logLevel: (typeof logLevels)[number];
  /** Sentences for the log: what was seen in the environment and left aside. */
  readonly notices: readonly string[];
}

const prefix = 'INTENDANT_';
const names = Object.keys(environment.shape);

/** The flags of `serve` that stand for a setting, so that a problem is found wherever the value came from. */
const flags: Readonly<Record<string, string>> = {
  INTENDANT_DATA: 'INTENDANT_DATA (--data)',
  INTENDANT_HOST: 'INTENDANT_HOST (--host)',
  INTENDANT_PORT: 'INTENDANT_PORT (--port)',
};

const unknownName = (name: string): string => {
  const close = nearest(
    name.slice(prefix.length),
    names.map((known) => known.slice(prefix.length)),
  );
  const advice = close === undefined ? '' : `; did you mean ${prefix}${close}?`;
  return `${JSON.stringify(name.slice(0, 80)).slice(1, -1)} is not a setting${advice}`;
};

/** Rules over more than one setting, asked of the raw values so that one bad value does not hide another. */
const acrossSettings = (given: Variables, fallback: string | null): string[] => {
  const problems: string[] = [];
  const { INTENDANT_TLS_CERT: cert, INTENDANT_TLS_KEY: key, INTENDANT_TRUST_PROXY: proxy } = given;
  if ((cert === undefined) !== (key === undefined)) {
    const [set, missing] = cert === undefined ? ['KEY', 'CERT'] : ['CERT', 'KEY'];
    problems.push(`INTENDANT_TLS_${set} is set without INTENDANT_TLS_${missing}; TLS needs both`);
  }
  const host = value.hostName.safeParse(given.INTENDANT_HOST ?? '127.0.0.1');
  const trusted = proxy !== undefined && value.flag.safeParse(proxy).data !== false;
  if (host.success && !value.isLoopback(host.data) && (cert === undefined || key === undefined) && !trusted) {
    problems.push(
      `INTENDANT_HOST (--host) is ${value.shown(host.data)}, which other machines can reach, without TLS; set ` +
        'INTENDANT_TLS_CERT and INTENDANT_TLS_KEY, or INTENDANT_TRUST_PROXY=true where a proxy in front ends TLS, ' +
        'or stay on 127.0.0.1',
    );
  }
  if (given.INTENDANT_EMBEDDER?.trim().toLowerCase() === 'http' && !given.INTENDANT_EMBEDDINGS_URL) {
    problems.push('INTENDANT_EMBEDDER is "http" but INTENDANT_EMBEDDINGS_URL is not set');
  }
  const folder = value.folder.optional().safeParse(given.INTENDANT_DATA).data ?? fallback;
  if (given.INTENDANT_DATA === undefined && folder === null) {
    problems.push('INTENDANT_DATA is not set; outside a checkout a data folder must be named');
  }
  const file = value.databaseUrl.optional().safeParse(given.INTENDANT_DATABASE_URL).data;
  if (folder && file && file !== join(folder, databaseName)) {
    problems.push(
      `INTENDANT_DATABASE_URL names another file than ${databaseName} in the data folder; the embedded database is ` +
        'always there: unset it and name the folder with INTENDANT_DATA',
    );
  }
  return problems;
};

/** The variables that are ours. An empty one counts as unset, but for the data folder: a slip must not open another. */
const sortOut = (env: Variables) => {
  const given: Record<string, string> = {};
  const unknown: string[] = [];
  const injected: string[] = [];
  for (const [name, content] of Object.entries(env)) {
    if (content === undefined || !name.toUpperCase().startsWith(prefix)) continue;
    if (isKubernetesVariable(name, content)) injected.push(name);
    else if (!names.includes(name)) unknown.push(unknownName(name));
    else if (content.trim() !== '' || name === 'INTENDANT_DATA') given[name] = content;
  }
  return { given, unknown, injected: injected.sort() };
};

/**
 * Reads the settings from environment variables.
 * Throws Refusal('invalidArguments') whose message and `details.problems` list every problem at once; no secret's
 * value stands in either. Variables without the prefix `INTENDANT_` are not looked at.
 */
export const readSettings = (env: Variables): Settings => {
  const { given, unknown, injected } = sortOut(env);
  const parsed = environment.safeParse(given);
  const fallback = given.INTENDANT_DATA === undefined ? defaultData() : null;
  const wrong = (parsed.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    return `${flags[name] ?? name} ${issue.message}`;
  });
  const problems = [...unknown, ...wrong, ...acrossSettings(given, fallback)];
  const read = parsed.data;
  const data = read?.INTENDANT_DATA ?? fallback;
  if (problems.length > 0 || read === undefined || data === null) {
    throw new Refusal(
      'invalidArguments',
      `The settings cannot be used:\n${problems.map((problem) => `  - ${problem}.`).join('\n')}`.replaceAll(
        '?.',
        '?',
      ),
      'Correct or unset these environment variables, then run it again; all settings are listed in docs/admin.md.',
      { problems },
    );
  }
  const notice = kubernetesNotice(injected);
  return {
    data,
    databaseFile: join(data, databaseName),
    host: read.INTENDANT_HOST,
    port: read.INTENDANT_PORT,
    publicUrl: read.INTENDANT_PUBLIC_URL,
    tlsCert: read.INTENDANT_TLS_CERT,
    tlsKey: read.INTENDANT_TLS_KEY,
    trustProxy: read.INTENDANT_TRUST_PROXY,
    allowedOrigins: read.INTENDANT_ALLOWED_ORIGINS,
    token: read.INTENDANT_TOKEN,
    embedder: read.INTENDANT_EMBEDDER,
    model: read.INTENDANT_MODEL,
    modelDir: read.INTENDANT_MODEL_DIR,
    embeddingsUrl: read.INTENDANT_EMBEDDINGS_URL,
    embeddingsKey: read.INTENDANT_EMBEDDINGS_KEY,
    maxNoteBytes: read.INTENDANT_MAX_NOTE_BYTES,
    trashRetentionDays: read.INTENDANT_TRASH_RETENTION_DAYS,
    auditRetentionDays: read.INTENDANT_AUDIT_RETENTION_DAYS,
    ratePerMinute: read.INTENDANT_RATE_PER_MINUTE,
    locale: read.INTENDANT_LOCALE,
    logLevel: read.INTENDANT_LOG_LEVEL,
    notices: notice === null ? [] : [notice],
  };
};
