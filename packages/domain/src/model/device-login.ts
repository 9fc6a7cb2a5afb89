import type { SecretHash } from '../values/crypto.ts';
import { DomainError } from '../values/errors.ts';
import type { RequestId, SessionId, UserId } from '../values/ids.ts';
import type { ClientName } from '../values/text.ts';
import { type Instant, MINUTE, plus } from '../values/time.ts';
import type { Session, User } from './user.ts';
import { isSessionOver } from './user-credentials.ts';

/** The answer of a person, with the session that it was given in. */
type DeviceLoginAnswer = Readonly<{ kind: 'allowed' | 'refused'; userId: UserId; sessionId: SessionId }>;

/** A program's request to sign in, which a person answers in a browser (RFC 8628). */
export type DeviceLogin = Readonly<{
  /** Id of the login and of the session it becomes. */
  id: SessionId;
  userCodeHash: SecretHash;
  deviceCodeHash: SecretHash;
  /** The program, as it names itself. */
  clientName: ClientName;
  /** Address and program that sent the request. */
  startedBy: Readonly<{ ip: string; userAgent: string }>;
  createdAt: Instant;
  expiresAt: Instant;
  answer: DeviceLoginAnswer | null;
  /** The request, if it has no event yet, as there were too many: the event comes with the answer. */
  unrecorded?: RequestId;
}>;

/** Time in which a person types the code. */
export const DEVICE_LOGIN_LIFE = 10 * MINUTE;

export const newDeviceLogin = (
  given: Pick<DeviceLogin, 'id' | 'userCodeHash' | 'deviceCodeHash' | 'clientName' | 'startedBy' | 'unrecorded'>,
  now: Instant,
): DeviceLogin => ({ ...given, createdAt: now, expiresAt: plus(now, DEVICE_LOGIN_LIFE), answer: null });

/** Whether a person may still answer. */
export const isOpen = (login: DeviceLogin | undefined, now: Instant): login is DeviceLogin =>
  login !== undefined && login.answer === null && now < login.expiresAt;

/**
 * The session that a program will get, as it is stored among those of the user who allowed it until the program asks: no secret
 * opens it, and whatever ends other sessions ends it too.
 */
export const waitingSession = (login: DeviceLogin, hash: SecretHash, now: Instant): Session => ({
  id: login.id,
  hash,
  createdAt: now,
  expiresAt: login.expiresAt,
  startedBy: login.startedBy,
});

/**
 * Returns the user who allowed it, and the session in which they did. Their permission ends with that session, and with the
 * one that waits for the program: a user who signs out, ends their other sessions, or sets a new password, takes it back.
 * Throws DEVICE_CODE_EXPIRED, AUTHORIZATION_PENDING, DEVICE_LOGIN_REFUSED.
 */
export function allowedBy(
  login: DeviceLogin | undefined,
  find: (id: UserId) => User | undefined,
  now: Instant,
): Readonly<{ user: User; login: DeviceLogin; session: Session }> {
  if (login === undefined || now >= login.expiresAt) throw new DomainError('DEVICE_CODE_EXPIRED');
  const { answer } = login;
  if (answer === null) throw new DomainError('AUTHORIZATION_PENDING');
  if (answer.kind === 'refused') throw new DomainError('DEVICE_LOGIN_REFUSED');
  const user = find(answer.userId);
  const session = user?.sessions.find(({ id }) => id === answer.sessionId);
  const isWaiting = user?.sessions.some(({ id }) => id === login.id) === true;
  if (user?.status !== 'active' || !isWaiting || session === undefined || isSessionOver(session, now))
    throw new DomainError('DEVICE_LOGIN_REFUSED', {
      message: 'The session in which this was allowed has ended. Start again, and stay signed in until it is done.',
    });
  return { user, login, session };
}
