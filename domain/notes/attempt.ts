import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

export type Attempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Refusal };

/** Runs the own work of an item of a batch; a refusal or a fault in it is that item's alone. */
export async function attempt<Value>(context: Context, work: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: error instanceof Refusal ? error : context.fault(error) };
  }
}
