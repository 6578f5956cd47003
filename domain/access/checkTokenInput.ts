import type { Scope } from '../actor.ts';
import { Refusal } from '../errors.ts';
import type { TokenRecord } from '../ports.ts';
import { quote } from '../text/quote.ts';
import { checkName } from './checkName.ts';

/** What of a new token can be checked by itself. */
export interface TokenInput {
  readonly label: string;
  readonly scope: Scope;
  readonly tools?: readonly string[] | undefined;
  readonly databaseTools?: boolean | undefined;
  /** ISO 8601. */
  readonly expiresAt?: string | undefined;
  readonly ratePerMinute?: number | undefined;
}

/** A tool of either surface: `get_note`, `documents.search`. */
const toolForm = /^[A-Za-z][\w.-]{0,99}$/;
const timeForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * The input as it is stored. Tools are checked for their form alone, and may be of
 * another version. `now` in ms. @throws Refusal `invalidArguments`.
 */
export function checkTokenInput(
  input: TokenInput,
  now: number,
): Pick<TokenRecord, 'label' | 'scope' | 'tools' | 'databaseTools' | 'ratePerMinute' | 'expiresAt'> {
  return {
    label: checkName(input.label, 'The label'),
    scope: input.scope,
    tools: input.tools === undefined ? null : [...new Set(input.tools.map(checkTool))],
    databaseTools: input.databaseTools ?? false,
    ratePerMinute: input.ratePerMinute === undefined ? null : checkRate(input.ratePerMinute),
    expiresAt: input.expiresAt === undefined ? null : timeToCome(input.expiresAt, now),
  };
}

function checkTool(name: string): string {
  if (toolForm.test(name)) return name;
  throw new Refusal(
    'invalidArguments',
    `${quote(name)} is not the name of a tool.`,
    'Name tools as tools/list does, such as get_note.',
  );
}

function checkRate(rate: number): number {
  if (Number.isSafeInteger(rate) && rate >= 0) return rate;
  throw new Refusal(
    'invalidArguments',
    `\`ratePerMinute\` is ${rate}.`,
    'Give a whole number of calls a minute; 0 is no limit.',
  );
}

function timeToCome(text: string, now: number): number {
  const at = timeForm.test(text) ? Date.parse(text) : Number.NaN;
  if (at > now) return at;
  throw new Refusal(
    'invalidArguments',
    `\`expiresAt\` is ${quote(text)}.`,
    'Give a time to come, in ISO 8601.',
  );
}
