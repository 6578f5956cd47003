import type { Response } from 'express';
import { Refusal } from '../../domain/errors.ts';
import { statusOf } from './status.ts';

/** Answers with a refusal as `{error: {code, message, hint, …details}}` and the status of its code. */
export const sendRefusal = (response: Response, refusal: Refusal): void => {
  const { code, message, hint, details } = refusal.toFacts();
  if (code === 'unauthenticated') response.set('WWW-Authenticate', 'Bearer');
  const { retryAfterMs } = details;
  if (typeof retryAfterMs === 'number') response.set('Retry-After', String(Math.ceil(retryAfterMs / 1_000)));
  response.status(statusOf[code]).json({ error: { ...details, code, message, hint } });
};

const bodyProblem = (type: unknown): Refusal | null => {
  if (type === 'entity.too.large') {
    return new Refusal(
      'tooLarge',
      'The body of the request is over 16 MiB.',
      'Send fewer or smaller items at a time.',
    );
  }
  if (typeof type !== 'string') return null;
  return new Refusal(
    'invalidArguments',
    'The body of the request is not JSON that can be read.',
    'Send one JSON object in UTF-8, with the header Content-Type: application/json.',
  );
};

/** What an error thrown inside a route is to the caller; `null` for one that must be logged and not shown. */
export const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (error instanceof URIError) {
    return new Refusal(
      'invalidArguments',
      'The address is not well formed.',
      'Each "%" must be followed by two hexadecimal digits of UTF-8.',
    );
  }
  // The errors of express.json() carry a type such as entity.parse.failed and a status under 500.
  if (typeof error !== 'object' || error === null || !('type' in error) || !('status' in error)) return null;
  return typeof error.status === 'number' && error.status < 500 ? bodyProblem(error.type) : null;
};
