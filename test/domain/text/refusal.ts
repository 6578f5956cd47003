import { Refusal } from '../../../domain/errors.ts';

/** The refusal that the call throws; any other outcome fails the test. */
export function refusalOf(call: () => unknown): Refusal {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('No refusal was thrown.');
}
