import type { Actor } from '../../domain/actor.ts';
import { noteIdsOf } from '../../domain/audit/noteIdsOf.ts';
import type { Engine } from '../../domain/engine.ts';
import { Refusal } from '../../domain/errors.ts';
import type { TakeRate } from '../auth/rateOf.ts';
import { errorAnswer, type ReportFault } from './errors.ts';
import type { Tool } from './tool.ts';

export interface CallDeps {
  readonly engine: Pick<Engine, 'as' | 'record'>;
  readonly take: TakeRate;
  readonly report: ReportFault;
  readonly observe: (tool: string, outcome: string, milliseconds: number) => void;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}

/** A tool's answer in MCP's form. Source: MCP 2025-06-18, CallToolResult. */
export interface CallAnswer {
  readonly [name: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: object;
  readonly isError?: true;
}

const pay = (deps: CallDeps, actor: Actor, cost: number): void => {
  const wait = deps.take(actor, cost);
  if (wait === 0) return;
  const hint = `Wait ${Math.ceil(wait / 1_000)} s, then call again; nothing was done.`;
  throw new Refusal('rateLimited', 'This token has made too many calls.', hint, { retryAfterMs: wait });
};

/**
 * One call of a tool, from raw arguments to an answer; never throws. A read, and a refusal of any tool, is audited
 * here; a write that succeeds wrote its audit row in its own commit.
 */
export const callTool = async (
  deps: CallDeps,
  actor: Actor,
  tool: Tool,
  raw: unknown,
  charactersIn: number,
): Promise<CallAnswer> => {
  const startedAt = deps.now();
  const started = performance.now();
  let project: string | undefined;
  const end = (outcome: string, noteIds: readonly string[], charactersOut: number): void => {
    const milliseconds = Math.round(performance.now() - started);
    deps.observe(tool.name, outcome, milliseconds);
    if (outcome === 'ok' && tool.effect !== 'read') return;
    deps.engine.record({
      at: startedAt,
      requestId: actor.requestId,
      userId: actor.user.id,
      tokenId: actor.token?.id ?? null,
      client: actor.client,
      kind: actor.kind,
      tool: tool.name,
      projectId: null,
      project,
      noteIds,
      outcome,
      milliseconds,
      charactersIn,
      charactersOut,
    });
  };
  try {
    pay(deps, actor, 1);
    const call = tool.prepare(raw);
    project = call.project;
    if (call.extraCost > 0) pay(deps, actor, call.extraCost);
    const { result, text } = await call.run(deps.engine.as(actor, { tool: tool.name, charactersIn }));
    end('ok', noteIdsOf(result), text.length);
    return { content: [{ type: 'text', text }], structuredContent: result };
  } catch (thrown) {
    const { code, error, text } = errorAnswer(thrown, deps.report);
    end(code, [], text.length);
    return { content: [{ type: 'text', text }], structuredContent: { error }, isError: true };
  }
};
