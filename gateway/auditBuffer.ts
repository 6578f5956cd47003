import type { AuditRow } from '../domain/ports.ts';
import type { Log } from './log.ts';

const flushAfter = 500;
const rowsAtOnce = 500;

/** Rows of reads and refusals, written together within a second. */
export function auditBuffer(write: (rows: readonly AuditRow[]) => Promise<unknown>, log: Log) {
  const rows: AuditRow[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<unknown> = Promise.resolve();

  const flush = (): Promise<unknown> => {
    timer = null;
    const batch = rows.splice(0, rows.length);
    if (batch.length > 0)
      writing = writing
        .then(() => write(batch))
        .catch((error: unknown) => log.error({ err: error, rows: batch.length }, 'audit rows were lost'));
    return writing;
  };
  return {
    add: (row: AuditRow): void => {
      rows.push(row);
      if (rows.length >= rowsAtOnce) void flush();
      else timer ??= setTimeout(flush, flushAfter);
    },
    close: async (): Promise<void> => {
      if (timer) clearTimeout(timer);
      await flush();
    },
  };
}
