import type { Actor } from '../../domain/actor.ts';
import type { RateLimiter } from './rate.ts';

/** Takes a call's cost from the bucket of the actor's token; see `RateLimiter.take`. */
export type TakeRate = (actor: Actor, cost: number) => number;

/** The rate of each token: its own where it has one, else the instance's. */
export const rateOf =
  (limiter: RateLimiter, perMinute: number): TakeRate =>
  (actor, cost) =>
    limiter.take(actor.token?.id ?? actor.user.id, cost, actor.token?.ratePerMinute ?? perMinute);
