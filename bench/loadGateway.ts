import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadBuilt, variablesFor } from './built.ts';
import { answerParent } from './child.ts';

/** How long the gateway's event loop was held, in ms, since it was last asked. */
export interface LoopDelay {
  readonly max: number;
  readonly p99: number;
}

/** The built gateway on a data folder in a process of its own, watched from inside; every question asks for the delay. */
export async function loadGateway(folder: string): Promise<void> {
  const { startGateway, readSettings } = await loadBuilt();
  const gateway = await startGateway(readSettings(variablesFor(folder)));
  const watch = monitorEventLoopDelay({ resolution: 1 });
  watch.enable();
  process.once('SIGTERM', async () => {
    await gateway.close();
    process.exit(0);
  });
  answerParent({ url: `http://127.0.0.1:${gateway.port}` }, async (): Promise<LoopDelay> => {
    const delay = { max: watch.max / 1e6, p99: watch.percentile(99) / 1e6 };
    watch.reset();
    return delay;
  });
}
