import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);

/** The folder of the checkout. */
export const checkout: string = fileURLToPath(root);

/** The built program's entry. */
export const builtMain: string = fileURLToPath(new URL('dist/gateway/main.js', root));

const load = (path: string) => import(new URL(`dist/gateway/${path}.js`, root).href);

interface Built {
  readonly composeEngine: typeof import('../gateway/compose.ts').composeEngine;
  readonly startGateway: typeof import('../gateway/compose.ts').startGateway;
  readonly readSettings: typeof import('../gateway/config.ts').readSettings;
}

/** The built program's own functions: what users run is measured, not what tsx makes of the sources. */
export async function loadBuilt(): Promise<Built> {
  const { composeEngine, startGateway }: typeof import('../gateway/compose.ts') = await load('compose');
  const { readSettings }: typeof import('../gateway/config.ts') = await load('config');
  return { composeEngine, startGateway, readSettings };
}

/** Settings of every measured instance: nothing that waits or limits, and any free port unless one is named. */
export const variablesFor = (data: string, port = 0): Record<string, string> => ({
  INTENDANT_DATA: data,
  INTENDANT_PORT: String(port),
  INTENDANT_LOG_LEVEL: 'error',
  INTENDANT_RATE_PER_MINUTE: '0',
  INTENDANT_EMBEDDER: 'none',
});
