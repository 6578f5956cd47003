import type { Request, RequestHandler, Response } from 'express';
import { noteIdsOf } from '../../domain/audit/noteIdsOf.ts';
import type { BoundEngine } from '../../domain/engine.ts';
import { Refusal } from '../../domain/errors.ts';
import { actorOf } from './adminOnly.ts';
import type { ApiDeps } from './deps.ts';

interface Act {
  /** Its name in the audit. */
  readonly name: string;
  /** A write that succeeds audits itself, in its own commit. */
  readonly effect: 'read' | 'write';
  readonly status?: number;
}

/** Gives the body in another form and sets the headers that say so; null for JSON. */
type Render<Answer> = (answer: Answer, request: Request, response: Response) => string | null;

/** A route of one engine call, audited; its answer is sent as JSON, unless `render` gives another form. */
export const route =
  <Answer extends object>(
    { engine, now }: ApiDeps,
    { name, effect, status = 200 }: Act,
    run: (engine: BoundEngine, request: Request) => Promise<Answer>,
    render?: Render<Answer>,
  ): RequestHandler =>
  async (request, response) => {
    const actor = actorOf(request);
    const at = now();
    const charactersIn = Number(request.get('content-length') ?? 0);
    const audit = (outcome: string, noteIds: readonly string[], charactersOut: number): void =>
      engine.record({
        at,
        requestId: actor.requestId,
        userId: actor.user.id,
        tokenId: actor.token?.id ?? null,
        client: actor.client,
        kind: actor.kind,
        tool: name,
        projectId: null,
        noteIds,
        outcome,
        milliseconds: now() - at,
        charactersIn,
        charactersOut,
      });
    try {
      const answer = await run(engine.as(actor, { tool: name, charactersIn }), request);
      response.status(status).type('json');
      const text = render?.(answer, request, response) ?? JSON.stringify(answer);
      if (effect === 'read') audit('ok', noteIdsOf(answer), text.length);
      response.send(text);
    } catch (error) {
      audit(error instanceof Refusal ? error.code : 'internal', [], 0);
      throw error;
    }
  };
