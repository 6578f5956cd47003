import type { ErrorCode } from '../domain/errors.ts';

export interface ErrorMeaning {
  readonly meaning: string;
  /** What the caller does next. The `hint` of a refusal says it for its case. */
  readonly next: string;
}

/** What each code means to a caller, for the reference: one line a code, total over the union. */
export const errorMeanings: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  invalidArguments: {
    meaning: 'The arguments do not fit the schema or each other; `problems` names every one.',
    next: 'Correct them all, then call again.',
  },
  invalidCursor: {
    meaning: 'The cursor is not one of this list with these arguments.',
    next: 'Pass `nextCursor` as it came, with the same other arguments, or start without one.',
  },
  notFound: {
    meaning: 'There is no such thing among what the token may see; `suggestions` holds near names.',
    next: 'Take one of the suggestions, or search; do not create it again before that.',
  },
  ambiguous: {
    meaning: 'Several notes or headings answer to that name; `candidates` holds them.',
    next: 'Use one of the ids, or a heading with its line.',
  },
  alreadyExists: {
    meaning: 'Something stands at that place or under that key already; the answer names it.',
    next: 'Edit what is there, or choose another title or path.',
  },
  versionConflict: {
    meaning: 'The note changed since the version you named: who, when, and the diff are in the answer.',
    next: 'Fit your change to the diff, and repeat it with the token of the answer.',
  },
  versionRequired: {
    meaning: 'An edit names no version; the current token, the size and the outline are in the answer.',
    next: 'Read the note if you have not, then repeat the edit with that token.',
  },
  noMatch: {
    meaning: 'The text or heading to be found is not in the note; the nearest line is in the answer.',
    next: 'Copy the text exactly as the note has it.',
  },
  notUnique: {
    meaning: 'The text to be replaced occurs more than once; all its lines are in the answer.',
    next: 'Take more of the text around it.',
  },
  invalidPath: {
    meaning: 'The path cannot be one, or belongs to something else; the message says why.',
    next: 'Correct the path as the hint says.',
  },
  invalidFrontmatter: {
    meaning: 'The text would begin with frontmatter that is not YAML of names and values.',
    next: 'Correct the YAML at the line named.',
  },
  intoItself: {
    meaning: 'A folder would go into itself or below itself.',
    next: 'Choose a folder outside it.',
  },
  crossSpace: {
    meaning: 'A link or a move would leave its space.',
    next: 'Stay within one space; mention the other note in words.',
  },
  tooLarge: {
    meaning: 'A note, a field or the request is over its limit, which the answer names.',
    next: 'Split the note, or send fewer at a time.',
  },
  insufficientScope: {
    meaning: "The token's scope, its restrictions or its user's role do not allow it.",
    next: 'Ask the person who gave the token; another try changes nothing.',
  },
  idempotencyMismatch: {
    meaning: 'That idempotencyKey belongs to another call.',
    next: 'Repeat the first call exactly, or take a fresh key.',
  },
  rateLimited: {
    meaning: 'The token made too many calls; nothing was done.',
    next: 'Wait `retryAfterMs`, then repeat the call.',
  },
  indeterminate: {
    meaning: 'The connection to the database was lost in the middle: it may be done or not.',
    next: 'With a key repeat the identical call; without one read the note and compare tokens.',
  },
  unavailable: {
    meaning: 'The gateway cannot read or write right now; nothing was done.',
    next: 'Try again in a few seconds.',
  },
  internal: {
    meaning: 'Something unforeseen; the log repeats the `ref` of the answer.',
    next: 'Read before you write again; give the `ref` to the administrator.',
  },
  unauthenticated: {
    meaning: 'HTTP 401: no valid token came with the request.',
    next: 'Send `Authorization: Bearer itd_…` with a token that is neither revoked nor expired.',
  },
  forbidden: {
    meaning: 'HTTP 403: the origin, the host or the kind of token is not taken at this door.',
    next: 'Use a read or write token at /mcp, an admin token at /api, and the address that the operator set.',
  },
};
