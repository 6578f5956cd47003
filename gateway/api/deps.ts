import type { Actor } from '../../domain/actor.ts';
import type { Engine } from '../../domain/engine.ts';

/** What the REST routes need of the gateway. */
export interface ApiDeps {
  readonly engine: Pick<Engine, 'authenticate' | 'as' | 'record'>;
  /** Takes a call's cost from the token's bucket: 0, or the milliseconds to wait. */
  readonly take: (actor: Actor, cost: number) => number;
  /** Tells the log of an error that the caller may not see; `ref` stands in the answer too. */
  readonly report: (ref: string, fault: unknown) => void;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}
