/**
 * The stable codes of a refusal, as agents and scripts see them.
 * `unauthenticated` and `forbidden` belong to HTTP alone: no tool answers them.
 * Source: spec, "The 21 intent tools", Errors.
 */
export const errorCodes = [
  'invalidArguments',
  'invalidCursor',
  'notFound',
  'ambiguous',
  'alreadyExists',
  'versionConflict',
  'versionRequired',
  'noMatch',
  'notUnique',
  'invalidPath',
  'invalidFrontmatter',
  'intoItself',
  'crossSpace',
  'tooLarge',
  'insufficientScope',
  'idempotencyMismatch',
  'rateLimited',
  'indeterminate',
  'unavailable',
  'internal',
  'unauthenticated',
  'forbidden',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Facts beside the message that a caller needs to go on: plain JSON only, since a refusal crosses threads. */
export type ErrorDetails = { readonly [name: string]: unknown };

/** A refusal in plain JSON, as it crosses a thread or goes out in an answer. */
export interface ErrorFacts {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly details: ErrorDetails;
}

/**
 * The one error that the engine throws on purpose.
 * `message` says what happened, `hint` what to do next; both are whole sentences, safe to show to the caller.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, hint: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.details = details;
  }

  toFacts(): ErrorFacts {
    return { code: this.code, message: this.message, hint: this.hint, details: this.details };
  }

  static from(facts: ErrorFacts): Refusal {
    return new Refusal(facts.code, facts.message, facts.hint, facts.details);
  }
}
