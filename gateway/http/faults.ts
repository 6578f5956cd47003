import type { ErrorRequestHandler } from 'express';
import { Refusal } from '../../domain/errors.ts';
import { statusOf } from '../api/status.ts';
import { errorAnswer, type ReportFault } from '../tools/errors.ts';
import { BodyProblem } from './readBody.ts';
import { refuse } from './refuse.ts';

const isBadUrl = (thrown: unknown): boolean => thrown instanceof URIError;

/** Answers whatever a route threw, in JSON; never a stack, and no inner text of a fault. */
export const faults =
  (report: ReportFault): ErrorRequestHandler =>
  (thrown: unknown, request, response, _next) => {
    if (thrown instanceof BodyProblem) {
      const code = thrown.status === 413 ? 'tooLarge' : 'invalidArguments';
      const rpcCode = thrown.status === 400 ? -32700 : -32000;
      const hint = thrown.status === 413 ? 'Send less at once.' : 'Send one JSON object.';
      return refuse(request, response, {
        status: thrown.status,
        code,
        rpcCode,
        message: thrown.message,
        hint,
      });
    }
    if (isBadUrl(thrown)) {
      const message = 'The address is not well formed.';
      return refuse(request, response, {
        status: 400,
        code: 'invalidArguments',
        message,
        hint: 'Correct it.',
      });
    }
    const { code, error } = errorAnswer(thrown, report);
    const refusal =
      thrown instanceof Refusal
        ? thrown
        : new Refusal('internal', 'Something went wrong inside the server.', 'Try again later.', {
            ref: error.ref,
          });
    refuse(request, response, { ...refusal.toFacts(), status: statusOf[code], rpcCode: -32603 });
  };
