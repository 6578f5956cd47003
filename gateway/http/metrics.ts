import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Counts one tool call. `tool` and `outcome` come from closed lists, never from a caller. */
  observe(tool: string, outcome: string, milliseconds: number): void;
  /** Prometheus text. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** The numbers of one gateway: calls by tool and outcome with their durations, and the process's own. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['tool', 'outcome'] as const;
  const calls = new Counter({
    name: 'intendant_tool_calls_total',
    help: 'Tool calls by tool and outcome',
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'intendant_tool_call_seconds',
    help: 'Duration of tool calls by tool and outcome',
    labelNames,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  return {
    observe: (tool, outcome, milliseconds) => {
      calls.inc({ tool, outcome });
      seconds.observe({ tool, outcome }, milliseconds / 1_000);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
