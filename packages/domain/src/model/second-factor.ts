import type { SecretHash } from '../values/crypto.ts';
import { DomainError } from '../values/errors.ts';
import type { FactorId, SessionId } from '../values/ids.ts';
import { type Instant, MINUTE, plus } from '../values/time.ts';
import { assertActive } from './active-user.ts';
import type { FactorProof, FactorWay, Passkey, SecondFactor, Totp } from './factors.ts';
import type { Session, User } from './user.ts';

/** A proof counts as fresh for this time. */
export const FACTOR_FRESH = 10 * MINUTE;
export const RECOVERY_CODES = 10;
const MAX_PASSKEYS = 10;

const NONE: SecondFactor = { totp: null, passkeys: [], recoveryCodes: [] };

const refused = (): DomainError => new DomainError('SECOND_FACTOR_INVALID');

/** The ways in which a user can prove their second factor; none without one. */
export const factorWays = ({ secondFactor }: User): readonly FactorWay[] => [
  ...(secondFactor && secondFactor.passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(secondFactor?.totp ? (['totp'] as const) : []),
  ...(secondFactor && secondFactor.recoveryCodes.length > 0 ? (['recovery_code'] as const) : []),
];

/**
 * Whether the service asks a user for a second factor. `not_asked`: they have no password, so their identity
 * provider asks, or they did not sign in yet.
 */
export const SECOND_FACTOR_STATES = ['on', 'off', 'not_asked'] as const;
export type SecondFactorState = (typeof SECOND_FACTOR_STATES)[number];

export function secondFactorState({
  secondFactor,
  password,
}: Pick<User, 'secondFactor' | 'password'>): SecondFactorState {
  if (secondFactor !== undefined) return 'on';
  return password === null ? 'not_asked' : 'off';
}

/** Adds an authenticator app in place of an earlier one. Throws USER_DEACTIVATED, USER_NOT_FOUND. */
export function addTotp(user: User, totp: Totp): User {
  assertActive(user);
  return { ...user, secondFactor: { ...(user.secondFactor ?? NONE), totp } };
}

/** Adds a passkey. Throws LIMIT_REACHED beyond ten, SECOND_FACTOR_INVALID for one that is known. */
export function addPasskey(user: User, passkey: Passkey): User {
  assertActive(user);
  const known = user.secondFactor ?? NONE;
  if (known.passkeys.some(({ credentialId }) => credentialId === passkey.credentialId)) throw refused();
  if (known.passkeys.length >= MAX_PASSKEYS)
    throw new DomainError('LIMIT_REACHED', {
      message: `A user has at most ${MAX_PASSKEYS} passkeys; remove one first.`,
    });
  return { ...user, secondFactor: { ...known, passkeys: [...known.passkeys, passkey] } };
}

/** Puts recovery codes in place of earlier ones. Throws SECOND_FACTOR_NOT_FOUND without a second factor. */
export function withRecoveryCodes(user: User, recoveryCodes: readonly SecretHash[]): User {
  if (user.secondFactor === undefined) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
  return { ...user, secondFactor: { ...user.secondFactor, recoveryCodes } };
}

/** Removes a program or a passkey; with the last one the recovery codes end. Throws SECOND_FACTOR_NOT_FOUND. */
export function removeFactor(user: User, id: FactorId): User {
  const known = user.secondFactor ?? NONE;
  const totp = known.totp?.id === id ? null : known.totp;
  const passkeys = known.passkeys.filter((passkey) => passkey.id !== id);
  if (totp === known.totp && passkeys.length === known.passkeys.length)
    throw new DomainError('SECOND_FACTOR_NOT_FOUND');
  return totp === null && passkeys.length === 0
    ? withoutSecondFactor(user)
    : { ...user, secondFactor: { ...known, totp, passkeys } };
}

export function withoutSecondFactor(user: User): User {
  const { secondFactor, ...rest } = user;
  return secondFactor === undefined ? user : rest;
}

/** Notes the step of a code. Throws SECOND_FACTOR_INVALID for a step that is not after the last one. */
export function useTotp(user: User, step: number): User {
  const { secondFactor } = user;
  if (!secondFactor?.totp || step <= secondFactor.totp.lastStep) throw refused();
  return { ...user, secondFactor: { ...secondFactor, totp: { ...secondFactor.totp, lastStep: step } } };
}

/** Takes a recovery code away. Throws SECOND_FACTOR_INVALID for one that is unknown or was used. */
export function useRecoveryCode(user: User, hashes: readonly SecretHash[]): User {
  const { secondFactor } = user;
  const rest = secondFactor?.recoveryCodes.filter((code) => !hashes.includes(code)) ?? [];
  if (secondFactor === undefined || rest.length === secondFactor.recoveryCodes.length) throw refused();
  return { ...user, secondFactor: { ...secondFactor, recoveryCodes: rest } };
}

/**
 * Notes the counter of a signature. Throws SECOND_FACTOR_INVALID where it did not rise: another authenticator may hold a copy of the
 * key (WebAuthn section 6.1.1).
 */
export function usePasskey(user: User, credentialId: string, counter: number): User {
  const { secondFactor } = user;
  const passkey = secondFactor?.passkeys.find((known) => known.credentialId === credentialId);
  if (secondFactor === undefined || passkey === undefined || isBehind(passkey, counter)) throw refused();
  const passkeys = secondFactor.passkeys.map((known) => (known === passkey ? { ...known, counter } : known));
  return { ...user, secondFactor: { ...secondFactor, passkeys } };
}

const isBehind = (passkey: Passkey, counter: number): boolean =>
  (passkey.counter > 0 || counter > 0) && counter <= passkey.counter;

/** Notes a proof in a session of the user. */
export const noteFactor = (user: User, id: SessionId, factor: FactorProof): User => ({
  ...user,
  sessions: user.sessions.map((session) => (session.id === id ? { ...session, factor } : session)),
});

/** Ends the sessions that began before the user had a second factor, but the one it was added with. */
export const keepOnly = (user: User, id: SessionId): User => ({
  ...user,
  sessions: user.sessions.filter((session) => session.id === id),
});

/**
 * Whether a session has to prove the second factor of its user again. The identity provider asks for the factors of its people
 * itself.
 */
export const isFactorStale = (user: User, session: Session | undefined, now: Instant): boolean =>
  user.secondFactor !== undefined &&
  session !== undefined &&
  session.provider === undefined &&
  (session.factor === undefined || now >= plus(session.factor.at, FACTOR_FRESH));
