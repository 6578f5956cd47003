import { availableParallelism, cpus, loadavg } from 'node:os';

/** On what was measured. A load above 1 before a run means that something else was running too. */
export function machine(): string {
  const [load = 0] = loadBefore;
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  return `Node ${process.version}, ${availableParallelism()} cores of ${model}; load before the run: ${load.toFixed(2)}`;
}

const loadBefore = loadavg();
