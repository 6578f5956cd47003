import type { ItemError } from '../../../domain/notes/batchItem.ts';
import { line, quoteJson } from '../results.ts';

/** Why an item of a batch came to nothing, to stand behind its status. */
export const failure = (error: ItemError | undefined): string => {
  if (error === undefined) return '';
  const { code, message, hint, ...details } = error;
  const facts = Object.keys(details).some((name) => name !== 'problems') ? ` ${quoteJson(details, 300)}` : '';
  return ` ${code}: ${line(`${message} ${hint}`)}${facts}`;
};
