import { expect, test } from 'vitest';
import { errorCodes } from '../../../domain/errors.ts';
import { statusOf } from '../../../gateway/api/status.ts';

test.each(errorCodes)('%s has one of the documented statuses', (code) => {
  expect([400, 401, 403, 404, 409, 413, 422, 429, 500, 503]).toContain(statusOf[code]);
});

test.each([
  ['invalidArguments', 400],
  ['unauthenticated', 401],
  ['insufficientScope', 403],
  ['notFound', 404],
  ['versionConflict', 409],
  ['tooLarge', 413],
  ['notUnique', 422],
  ['rateLimited', 429],
  ['internal', 500],
  ['unavailable', 503],
] as const)('%s: %d', (code, status) => {
  expect(statusOf[code]).toBe(status);
});
