import { randomUUID } from 'node:crypto';
import { setUp } from '../domain/access/setUp.ts';
import { forgetOld } from '../domain/audit/forgetOld.ts';
import type { Surroundings } from '../domain/context.ts';
import { createEngine, type Engine, type EngineDeps } from '../domain/engine.ts';
import { Refusal } from '../domain/errors.ts';
import { performWrite, type WriteJob } from '../domain/performWrite.ts';
import type { AuditRow, Finding, VisitRow } from '../domain/ports.ts';
import { createPermissions } from '../policies/permissions.ts';
import { currentReader, openWriter, type Reader, type Writer } from '../storage/database.ts';
import { factsOf } from '../storage/facts.ts';
import { instanceKey } from '../storage/instance.ts';
import { verifyDatabase } from '../storage/verify.ts';
import { addressOf } from './cli/address.ts';
import type { Settings } from './config.ts';
import { daily } from './daily.ts';
import { createIds } from './ids.ts';
import type { Job } from './job.ts';
import { createLog } from './log.ts';
import { rowBuffer } from './rowBuffer.ts';
import { version } from './version.ts';
import { versionTokens } from './versionToken.ts';
import { startWriterThread } from './writerThread.ts';

/** Opens a data folder: read-only connections here, and the writer in a thread of its own. */
export async function composeEngine(settings: Settings): Promise<Engine> {
  const log = createLog(settings.logLevel);
  const writer = startWriterThread(settings, (error) => log.error({ err: error }, 'the writer thread ended'));
  let reader: Reader;
  let surroundings: Surroundings;
  try {
    reader =
      (await currentReader(settings.data)) ??
      (await writer.ready().then(() => currentReader(settings.data))) ??
      missing();
    surroundings = await surroundingsOf(settings, reader.db);
  } catch (error) {
    await writer.close();
    throw error;
  }
  const run = <Result>(job: Job) => writer.run(job) as Promise<Result>;
  const audit = rowBuffer<AuditRow>((rows) => run({ kind: 'audit', rows }), 'audit rows', log);
  const visits = rowBuffer<VisitRow>((rows) => run({ kind: 'visits', rows }), 'visits', log);
  const deps: EngineDeps = {
    read: reader.read,
    write: (job) => run({ kind: 'command', job }),
    record: audit.add,
    recordVisit: visits.add,
    surroundings,
    permissions: await createPermissions(),
  };
  return {
    ...createEngine(deps),
    setUp: (input) => run({ kind: 'setUp', input }),
    facts: () => factsOf(reader.db),
    verify: async () => ({ findings: await run<Finding[]>({ kind: 'verify' }) }),
    forgetOld: () =>
      run({
        kind: 'forgetOld',
        retention: { auditDays: settings.auditRetentionDays, trashDays: settings.trashRetentionDays },
      }),
    ready: async () => {
      await writer.ready();
      await reader.read((stores) => stores.projects.spaces());
    },
    close: async () => {
      await Promise.all([audit.close(), visits.close()]);
      // Who closes the database last writes its log back: the one that may write.
      await reader.close();
      await writer.close();
    },
  };
}

/** What the writer thread does with each job. */
export async function composeWriter(
  settings: Settings,
): Promise<{ perform(job: Job): Promise<unknown>; close(): Promise<void> }> {
  const writer = await openWriter(settings.data);
  const surroundings = await surroundingsOf(settings, writer.db);
  const permissions = await createPermissions();
  return {
    perform: (job) => perform(job, writer, { surroundings, permissions }),
    close: () => writer.close(),
  };
}

async function perform(
  job: Job,
  writer: Writer,
  deps: Pick<EngineDeps, 'surroundings' | 'permissions'>,
): Promise<unknown> {
  switch (job.kind) {
    case 'command': {
      const result = await performWrite(writer.transact, deps, job.job);
      if (erases(job.job)) await writer.checkpoint();
      return result;
    }
    case 'audit':
      return writer.transact((stores) => stores.audit.add(job.rows));
    case 'forgetOld': {
      const now = deps.surroundings.clock.now();
      const result = await writer.transact((stores) => forgetOld(stores, job.retention, now));
      if (result.purged > 0) await writer.checkpoint();
      return result;
    }
    case 'visits':
      return writer.transact((stores) => stores.visits.put(job.rows));
    case 'setUp':
      return setUp(writer.transact, deps, job.input);
    case 'verify':
      return verifyDatabase(writer.db);
  }
}

/** Erased bytes must leave the log too. */
const erases = (job: WriteJob): boolean => job.name === 'purgeTrash';

async function surroundingsOf(settings: Settings, db: Reader['db']): Promise<Surroundings> {
  const log = createLog(settings.logLevel);
  return {
    clock: { now: Date.now },
    ids: createIds(),
    settings: {
      maxNoteBytes: settings.maxNoteBytes,
      publicUrl: settings.publicUrl ?? addressOf(settings),
      locale: settings.locale,
      version,
    },
    versionToken: versionTokens(await instanceKey(db)),
    fault: (error) => {
      const ref = randomUUID();
      log.error({ ref, err: error }, 'unforeseen error');
      return new Refusal(
        'internal',
        'Something went wrong inside Intendant.',
        `Tell its administrator this ref: ${ref}.`,
        { ref },
      );
    },
  };
}

const missing = (): never => {
  throw new Refusal('unavailable', 'The database is not there.', 'Run `intendant doctor`.');
};

/** The HTTP side loads only here: the writer thread and the command line do without it. */
export async function startGateway(
  settings: Settings,
): Promise<{ port: number | null; engine: Engine; close(): Promise<void> }> {
  const log = createLog(settings.logLevel);
  // Side by side: the thread loads its modules while this one loads those of HTTP.
  const [engine, { createApp }, { listen }, { readTls }] = await Promise.all([
    composeEngine(settings),
    import('./http/app.ts'),
    import('./http/listen.ts'),
    import('./http/tls.ts'),
  ]);
  try {
    const app = createApp({
      engine,
      settings: {
        publicUrl: settings.publicUrl,
        allowedOrigins: settings.allowedOrigins,
        ratePerMinute: settings.ratePerMinute,
      },
      version,
      report: (ref, fault) => log.error({ ref, err: fault }, 'unforeseen error'),
      now: Date.now,
    });
    const tls = readTls(settings);
    const server = await listen(app, {
      host: settings.host,
      port: settings.port,
      ...(settings.socket === undefined ? {} : { socket: settings.socket }),
      ...(tls ? { tls } : {}),
    });
    await engine.ready();
    const stopDaily = daily(
      () => engine.forgetOld(),
      (error) => log.error({ err: error }, 'what is old was not forgotten'),
    );
    return {
      port: server.port,
      engine,
      close: async () => {
        stopDaily();
        await server.close();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
