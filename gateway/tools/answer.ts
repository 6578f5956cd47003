import type { BoundEngine } from '../../domain/engine.ts';

/** What an engine operation answers. */
export type Answer<K extends keyof BoundEngine> = Awaited<ReturnType<BoundEngine[K]>>;
