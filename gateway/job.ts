import type { Retention } from '../domain/audit/forgetOld.ts';
import type { ErrorFacts } from '../domain/errors.ts';
import type { WriteJob } from '../domain/performWrite.ts';
import type { AuditRow, VisitRow } from '../domain/ports.ts';
import type { Settings } from './config.ts';

/** What the writer thread is asked to do. */
export type Job =
  | { readonly kind: 'command'; readonly job: WriteJob }
  | { readonly kind: 'audit'; readonly rows: readonly AuditRow[] }
  | { readonly kind: 'visits'; readonly rows: readonly VisitRow[] }
  | { readonly kind: 'setUp'; readonly input: { readonly password: string } }
  | { readonly kind: 'forgetOld'; readonly retention: Retention }
  | { readonly kind: 'verify' };

/** What the writer thread is started with. */
export interface WriterData {
  readonly settings: Settings;
  /** One cell: the id of the newest job begun, 0 before the first. It outlives a thread that dies without a word. */
  readonly begun: Int32Array;
}

export interface JobMessage {
  readonly id: number;
  readonly job: Job;
}

/** An unforeseen error as data. */
export interface FailedFacts {
  readonly message: string;
  readonly code: string | null;
  readonly stack: string | null;
}

/** `refused`: what the caller is told; `failed`: an unforeseen error for the log. */
export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly error: ErrorFacts }
  | { readonly kind: 'failed'; readonly id: number; readonly error: FailedFacts };
