import {
  DomainError,
  factorWays,
  formatInstant,
  type Instant,
  MINUTE,
  type PendingSignIn,
  plus,
  type SessionId,
  type SignInWay,
  type User,
  type UserId,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { hexOf } from '../../kernel/hex.ts';

/** Time for the second step. */
const WAITING = 10 * MINUTE;

/** The state that a client holds between two steps: it lies in no store, and no other client can make it. */
type Waiting = Readonly<{
  userId: UserId;
  until: Instant;
  /** Makes each one another, so that its challenge is used for one answer. */
  nonce: string;
}>;
/** A sign-in whose first step was right. */
export type WaitingSignIn = Waiting &
  Readonly<{ way: SignInWay; inCookie: boolean; epoch: number /** A new password ends it. */; password: string }>;
/** A change or a proof in a session. */
export type WaitingInSession = Waiting & Readonly<{ sessionId: SessionId }>;

type StateDeps = Pick<Deps, 'secrets' | 'clock'>;

const SIGN_IN = 'second-factor-sign-in';
const IN_SESSION = 'second-factor-session';

const begun = ({ secrets, clock }: StateDeps, userId: UserId): Waiting => ({
  userId,
  until: plus(clock.now(), WAITING),
  nonce: hexOf(secrets.random(16)),
});

const passwordMark = ({ secrets }: StateDeps, { id, password }: User): string =>
  secrets.hash(`${id}\n${password ?? ''}`);

/** Whether a user who signs in with a password has a second step. */
export const needsFactor = ({ secondFactor }: Pick<Deps, 'secondFactor'>, user: User): boolean =>
  user.secondFactor !== undefined || secondFactor === 'required';

/** The refusal that a user gets in place of a session, with the state of the second step. */
export function secondStep(
  deps: StateDeps,
  user: User,
  { way, inCookie = false }: Readonly<{ way: SignInWay; inCookie?: boolean | undefined }>,
): DomainError {
  const waiting: WaitingSignIn = {
    ...begun(deps, user.id),
    way,
    inCookie,
    epoch: user.epoch,
    password: passwordMark(deps, user),
  };
  const secondFactor: PendingSignIn = {
    pending: deps.secrets.seal(SIGN_IN, JSON.stringify(waiting)),
    expires_at: formatInstant(waiting.until),
    ways: factorWays(user),
  };
  return new DomainError('SECOND_FACTOR_REQUIRED', { secondFactor });
}

/** Throws SIGN_IN_REFUSED for one that has ended, and for any other text. */
export const openSignIn = (deps: StateDeps, state: string): WaitingSignIn =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this service has sealed it
  whileItLasts(deps, opened(deps, SIGN_IN, state) as WaitingSignIn);

/** Whether the first step still counts for the user. */
export const stillWaits = (deps: StateDeps, waiting: WaitingSignIn, user: User | undefined): user is User =>
  user?.status === 'active' && user.epoch === waiting.epoch && passwordMark(deps, user) === waiting.password;

export function stateInSession(
  deps: StateDeps,
  userId: UserId,
  sessionId: SessionId,
): Readonly<{ state: string; until: Instant }> {
  const waiting: WaitingInSession = { ...begun(deps, userId), sessionId };
  return { state: deps.secrets.seal(IN_SESSION, JSON.stringify(waiting)), until: waiting.until };
}

/** Throws SIGN_IN_REFUSED for a state that has ended, or is of another session. */
export function openInSession(deps: StateDeps, state: string, sessionId: string): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this service has sealed it
  const waiting = whileItLasts(deps, opened(deps, IN_SESSION, state) as WaitingInSession);
  if (waiting.sessionId !== sessionId) throw endedSignIn();
}

export const endedSignIn = (): DomainError =>
  new DomainError('SIGN_IN_REFUSED', { message: 'This step has ended, or was done already. Begin again.' });

/** Throws SIGN_IN_REFUSED. */
function opened({ secrets }: StateDeps, purpose: string, state: string): unknown {
  const text = secrets.unseal(purpose, state);
  if (text === undefined) throw endedSignIn();
  return JSON.parse(text);
}

function whileItLasts<W extends Waiting>({ clock }: StateDeps, waiting: W): W {
  if (clock.now() >= waiting.until) throw endedSignIn();
  return waiting;
}
