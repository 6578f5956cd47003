import type { ErrorCode } from '../../domain/errors.ts';

/** The one table from a refusal's code to the HTTP status of a REST answer. Source: spec/access.md, REST, Errors. */
export const statusOf = {
  invalidArguments: 400,
  invalidCursor: 400,
  invalidPath: 422,
  invalidFrontmatter: 422,
  intoItself: 422,
  crossSpace: 422,
  noMatch: 422,
  notUnique: 422,
  versionRequired: 422,
  idempotencyMismatch: 422,
  unauthenticated: 401,
  insufficientScope: 403,
  forbidden: 403,
  notFound: 404,
  ambiguous: 409,
  alreadyExists: 409,
  versionConflict: 409,
  tooLarge: 413,
  rateLimited: 429,
  internal: 500,
  indeterminate: 503,
  unavailable: 503,
} as const satisfies Readonly<Record<ErrorCode, number>>;
