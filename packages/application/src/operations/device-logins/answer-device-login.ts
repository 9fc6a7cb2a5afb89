import {
  bearerSecret,
  canonicalUserCode,
  type DeviceLogin,
  DomainError,
  type EventType,
  isOpen,
  MINUTE,
  SessionId,
  type TypedUserCode,
  type User,
  waitingSession,
} from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import { triesOver } from '../../kernel/attempts.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type Replay } from '../../kernel/idempotent.ts';
import { requesterAt } from '../../kernel/network.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { replayVerbatim } from '../../kernel/replay.ts';
import { whoAsks } from '../../kernel/sight.ts';
import { sessionTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refuseWithoutDeviceLogins } from '../../kernel/without-device-logins.ts';
import { withSession } from '../../steps/people/begin-session.ts';
import { credentialFacts } from '../../steps/people/credential-facts.ts';
import { refBy } from '../../store/collection.ts';
import { deviceLogins, userCodeKey } from '../../store/device-logins.ts';
import { users } from '../../store/users.ts';

type AnswerDeviceLoginInput = Readonly<{ typed: TypedUserCode }>;
type AnswerDeps = OperationDeps & Pick<Deps, 'limiter' | 'ids' | 'signIn'>;

/** A sign-in that waits for a person, as they see it before they answer. */
export type DeviceLoginSeen = Readonly<{
  login: DeviceLogin;
  /** Whether it was asked for from the network that the person calls from. */
  isYourNetwork: boolean;
}>;

/** Wrong codes. One person has few tries, and so has a network with many people. */
const TRIES = { window: { limit: 10, milliseconds: 10 * MINUTE }, sideBySide: 2 };
const TRIES_OF_NETWORK = { window: { limit: 100, milliseconds: 10 * MINUTE }, sideBySide: 20 };

/**
 * Shows who asks for a sign-in, before a person answers. Throws DEVICE_LOGIN_NOT_FOUND, INSUFFICIENT_SCOPE for an API token,
 * RATE_LIMIT_EXCEEDED, SIGN_IN_REFUSED.
 */
export const findDeviceLogin = (deps: AnswerDeps) => {
  const withCode = codeTyped(deps);
  return (ctx: SignedIn, input: AnswerDeviceLoginInput): Promise<DeviceLoginSeen> =>
    withCode(ctx, input, {
      apply: (_, login) => ({
        login,
        isYourNetwork: requesterAt(login.startedBy.ip).narrow === requesterAt(ctx.request.ip).narrow,
      }),
    });
};

/** Allows a sign-in: the program gets a session of the caller. Throws as `findDeviceLogin`. */
export const allowDeviceLogin = (deps: AnswerDeps) =>
  answering(deps, 'allowed', 'session.device_allowed', (uow, user, login) => {
    const now = deps.clock.now();
    // Another secret takes its place when the program asks.
    const hash = deps.secrets.hash(bearerSecret('session', deps.secrets.random(32)));
    uow.put(users, withSession(uow, user, waitingSession(login, hash, now), { now, author: undefined }));
  });

/** Refuses a sign-in. Throws as `findDeviceLogin`. */
export const refuseDeviceLogin = (deps: AnswerDeps) => answering(deps, 'refused', 'session.device_refused');

function answering(
  deps: AnswerDeps,
  kind: 'allowed' | 'refused',
  type: EventType,
  andThen: (uow: UnitOfWork, user: User, login: DeviceLogin) => void = () => undefined,
) {
  const withCode = codeTyped(deps);
  return (ctx: SignedIn, input: AnswerDeviceLoginInput): Promise<Readonly<{ id: SessionId }>> =>
    withCode(ctx, input, {
      replay: replayVerbatim<Readonly<{ id: SessionId }>>(),
      apply: (uow, login, user) => {
        const { userId, id: sessionId } = ctx.credential;
        const { unrecorded, ...asked } = login;
        uow.put(deviceLogins, { ...asked, answer: { kind, userId, sessionId: SessionId.parse(sessionId) } });
        if (unrecorded !== undefined)
          uow.record(
            { type: 'session.device_requested', target: sessionTarget(login.id) },
            { actor: { type: 'system' }, request: { id: unrecorded, ip: login.startedBy.ip } },
          );
        uow.record({ type, target: sessionTarget(login.id) });
        andThen(uow, user, login);
        return { id: login.id };
      },
    });
}

type Answering<T> = Readonly<{ replay?: Replay<T>; apply: (uow: UnitOfWork, login: DeviceLogin, user: User) => T }>;

/** Runs `apply` on the sign-in that waits for the code. A code that none waits for counts as a guess. */
function codeTyped(deps: AnswerDeps) {
  const isRight = triesOver(deps);
  return async <T extends object>(ctx: SignedIn, { typed }: AnswerDeviceLoginInput, how: Answering<T>): Promise<T> => {
    refuseWithoutDeviceLogins(deps);
    let outcome: { answer: T } | { error: unknown } | undefined;
    const buckets = [
      { name: `device-code:${ctx.credential.userId}`, ...TRIES },
      { name: `device-code:${requesterAt(ctx.request.ip).narrow}`, ...TRIES_OF_NETWORK },
    ];
    await isRight(buckets, async () => {
      outcome = await decided(ctx, typed, how).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      return 'answer' in outcome || !isGuess(outcome.error);
    });
    if (outcome === undefined) throw new TypeError('a code was neither found nor refused');
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  };

  function decided<T extends object>(ctx: SignedIn, typed: TypedUserCode, { replay, apply }: Answering<T>): Promise<T> {
    const code = canonicalUserCode(typed);
    const key = userCodeKey(deps.secrets.hash(code ?? ''));
    return asCaller(deps, ctx, sessionTarget(deps.ids.uuid()), {
      action: 'device_login.answer',
      refs: [refBy(deviceLogins, key)],
      ...(replay === undefined ? {} : { replay }),
      // The first request changed what the action is decided on.
      decideReplay: (uow) => whoAsks(deps, uow, ctx),
      facts: (snapshot, { user }) => ({
        ...credentialFacts(deps, ctx, user),
        deviceLoginIsOpen: isOpen(snapshot.findBy(deviceLogins, key), deps.clock.now()),
      }),
      apply: (uow, { user }) => {
        const login = uow.findBy(deviceLogins, key);
        if (login === undefined) throw new TypeError('no sign-in waits where the policy required one');
        return apply(uow, login, user);
      },
    });
  }
}

const isGuess = (error: unknown): boolean => error instanceof DomainError && error.code === 'DEVICE_LOGIN_NOT_FOUND';
