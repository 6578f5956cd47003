import type { Log } from './log.ts';

const flushAfter = 500;
const rowsAtOnce = 500;

/** Rows that a call leaves behind without waiting for them, written together within a second. `what` names them in the log. */
export function rowBuffer<Row>(write: (rows: readonly Row[]) => Promise<unknown>, what: string, log: Log) {
  const rows: Row[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<unknown> = Promise.resolve();

  const flush = (): Promise<unknown> => {
    timer = null;
    const batch = rows.splice(0, rows.length);
    if (batch.length > 0)
      writing = writing
        .then(() => write(batch))
        .catch((error: unknown) => log.error({ err: error, rows: batch.length }, `${what} were lost`));
    return writing;
  };
  return {
    add: (row: Row): void => {
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
