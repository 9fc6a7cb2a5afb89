import { DomainError } from '../values/errors.ts';
import type { SessionId, TokenId } from '../values/ids.ts';
import { HOUR, type Instant, MINUTE, plus } from '../values/time.ts';
import { assertActive } from './active-user.ts';
import type { ApiToken, PasswordHash, Session, User } from './user.ts';

export const SESSION_LIFE = 12 * HOUR;
/** A session in a cookie ends after this time without a request. */
export const COOKIE_IDLE = 30 * MINUTE;
export const MAX_TOKENS = 100;
export const MAX_SESSIONS = 20;

/** Sets a password and ends every session but the one it was set with. Throws USER_DEACTIVATED, USER_NOT_FOUND. */
export function setPassword(user: User, password: PasswordHash, keep: SessionId | null): User {
  assertActive(user);
  return { ...user, password, sessions: user.sessions.filter((session) => session.id === keep) };
}

/** Notes the use of a session in a cookie. Undefined where the user has no such session. */
export function noteCookieUse(user: User, id: SessionId, now: Instant): User | undefined {
  const known = user.sessions.find((session) => session.id === id);
  if (known?.cookieUsedAt === undefined || known.cookieUsedAt >= now) return undefined;
  return {
    ...user,
    sessions: user.sessions.map((session) => (session === known ? { ...known, cookieUsedAt: now } : session)),
  };
}

export const endSession = (user: User, id: SessionId): User => ({
  ...user,
  sessions: user.sessions.filter((session) => session.id !== id),
});

/**
 * Adds a token. Expired ones do not count, but are kept while there is room, so that their use is answered "expired"
 * instead of "unknown". Throws LIMIT_REACHED at 100 valid ones, USER_DEACTIVATED, USER_NOT_FOUND.
 */
export function addToken(user: User, token: ApiToken, now: Instant): User {
  assertActive(user);
  const living = user.tokens.filter((known) => !isOver(known, now)).length;
  if (living >= MAX_TOKENS)
    throw new DomainError('LIMIT_REACHED', {
      message: `A user has at most ${MAX_TOKENS} API tokens; revoke one first.`,
    });
  return { ...user, tokens: [...withRoomFor(user.tokens, MAX_TOKENS, now), token] };
}

/** Removes a token and, recursively, all tokens created with it. */
export function revokeToken(user: User, id: TokenId): User {
  const doomed = new Set<TokenId | null>([id]);
  for (let before = 0; before !== doomed.size; ) {
    before = doomed.size;
    for (const token of user.tokens) if (doomed.has(token.madeWith)) doomed.add(token.id);
  }
  return { ...user, tokens: user.tokens.filter((token) => !doomed.has(token.id)) };
}

/** Ends every API token. */
export const revokeTokens = (user: User): User => (user.tokens.length === 0 ? user : { ...user, tokens: [] });

/** Adds a session; beyond twenty an expired one goes first, then the oldest ends. Throws USER_DEACTIVATED, USER_NOT_FOUND. */
export function addSession(user: User, session: Session, now: Instant): User {
  assertActive(user);
  return {
    ...user,
    sessions: [...withRoomFor(user.sessions, MAX_SESSIONS, now), session].slice(-MAX_SESSIONS),
    lastSignInAt: session.createdAt,
  };
}

/** When the latest session began; null where none is known. */
export const lastSignIn = ({ lastSignInAt, sessions }: Pick<User, 'lastSignInAt' | 'sessions'>): Instant | null =>
  lastSignInAt ?? sessions.at(-1)?.createdAt ?? null;

/** Puts a session in place of that of the same id. */
export const replaceSession = (user: User, session: Session): User => ({
  ...user,
  sessions: user.sessions.map((known) => (known.id === session.id ? session : known)),
});

/** Drops expired credentials, oldest first, until there is room for one more. */
function withRoomFor<C extends Readonly<{ expiresAt: Instant | null }>>(
  known: readonly C[],
  most: number,
  now: Instant,
): readonly C[] {
  let surplus = known.length + 1 - most;
  return known.filter((credential) => !(isOver(credential, now) && surplus-- > 0));
}

/** Whether it has expired or, in a cookie, was not used for too long. */
export const isSessionOver = (
  session: Readonly<{ expiresAt: Instant | null; cookieUsedAt?: Instant }>,
  now: Instant,
): boolean =>
  isOver(session, now) || (session.cookieUsedAt !== undefined && now >= plus(session.cookieUsedAt, COOKIE_IDLE));

/** Whether it has expired. At the moment of expiry it has. */
export const isOver = (credential: Readonly<{ expiresAt: Instant | null }>, now: Instant): boolean =>
  credential.expiresAt !== null && now >= credential.expiresAt;
