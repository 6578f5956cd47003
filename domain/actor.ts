/** What a token may do at most. `admin` is for REST and the command line alone. Source: spec/access.md. */
export type Scope = 'read' | 'write' | 'admin';

/** A role of a person in a project or a space. */
export type Role = 'reader' | 'editor' | 'owner';

/** A token's standing facts, without its secret. Lists of `null` mean no restriction, empty ones mean none. */
export interface TokenFacts {
  readonly id: string;
  readonly label: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, UTC; `null` = never. */
  readonly expiresAt: number | null;
  /** Project ids, never handles. */
  readonly projects: readonly string[] | null;
  readonly tools: readonly string[] | null;
  readonly memory: boolean;
  readonly databaseTools: boolean;
  /** `null` = the instance's setting, 0 = no limit. */
  readonly ratePerMinute: number | null;
}

export interface UserFacts {
  readonly id: string;
  readonly name: string;
  readonly locale: string;
  /** The instance's admin. */
  readonly admin: boolean;
  readonly personalSpaceId: number;
}

/** Who is asking: a person, or a token that acts for one. */
export interface Actor {
  readonly kind: 'human' | 'agent';
  readonly user: UserFacts;
  /** `null` for a person at the command line or the page. */
  readonly token: TokenFacts | null;
  /** The token's label and what the client calls itself: a claim, one line. */
  readonly client: string;
  readonly requestId: string;
}

/** The part of an actor that may cross a thread: the facts behind it are read again where it is used. */
export interface Identity {
  readonly kind: 'human' | 'agent';
  readonly userId: string;
  readonly tokenId: string | null;
  readonly client: string;
  readonly requestId: string;
}

export const identityOf = (actor: Actor): Identity => ({
  kind: actor.kind,
  userId: actor.user.id,
  tokenId: actor.token?.id ?? null,
  client: actor.client,
  requestId: actor.requestId,
});
