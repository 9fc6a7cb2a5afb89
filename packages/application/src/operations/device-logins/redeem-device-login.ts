import {
  allowedBy,
  bearerSecret,
  DomainError,
  isBearerSecret,
  replaceSession,
  SECOND,
  type Session,
} from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { sessionTarget } from '../../kernel/targets.ts';
import { ownSeen } from '../../kernel/views.ts';
import { refuseWithoutDeviceLogins } from '../../kernel/without-device-logins.ts';
import { refBy, refTo } from '../../store/collection.ts';
import { deviceCodeKey, deviceLogins } from '../../store/device-logins.ts';
import { users } from '../../store/users.ts';
import type { NewSession } from '../sessions/start-session.ts';
import { POLL_SECONDS } from './poll-seconds.ts';

/** Clocks of programs are not exact. */
const TOLERANCE = SECOND;
const ONE_QUESTION = { limit: 1, milliseconds: POLL_SECONDS * SECOND - TOLERANCE };

/**
 * Answers a program that asks whether a person has allowed its sign-in: once with a session. Throws AUTHORIZATION_PENDING,
 * SLOW_DOWN, DEVICE_LOGIN_REFUSED, DEVICE_CODE_EXPIRED, SIGN_IN_REFUSED.
 */
export const redeemDeviceLogin =
  (deps: Pick<Deps, 'runner' | 'documents' | 'limiter' | 'clock' | 'ids' | 'secrets' | 'labelRules' | 'signIn'>) =>
  async (visitor: Visitor, { deviceCode }: Readonly<{ deviceCode: string }>): Promise<NewSession> => {
    refuseWithoutDeviceLogins(deps);
    if (!isBearerSecret('deviceCode', deviceCode)) throw new DomainError('DEVICE_CODE_EXPIRED');
    const hash = deps.secrets.hash(deviceCode);
    const key = deviceCodeKey(hash);
    const now = deps.clock.now();
    const { allowed, resetAt } = await deps.limiter.take(`device-poll:${hash}`, ONE_QUESTION, now);
    if (!allowed) throw new DomainError('SLOW_DOWN', { retryAfter: Math.ceil((resetAt - now + TOLERANCE) / SECOND) });
    const secret = bearerSecret('session', deps.secrets.random(32));
    return deps.runner.run({
      author: { actor: { type: 'system' }, request: visitor.request },
      refs: [refBy(deviceLogins, key)],
      loadMore: async (snapshot) => {
        const userId = snapshot.findBy(deviceLogins, key)?.answer?.userId;
        if (userId === undefined) return [];
        const [document] = await deps.documents.read([refTo(users, userId)]);
        return document === undefined ? [] : [{ collection: users.name, document }];
      },
      apply: (uow) => {
        const found = uow.findBy(deviceLogins, key);
        const { user, login, session } = allowedBy(found, (id) => uow.find(users, id), deps.clock.now());
        // As old as the one in which it was allowed, and ends with it: allowing proves nothing new about the person.
        const begun: Session = {
          id: login.id,
          hash: deps.secrets.hash(secret),
          createdAt: session.createdAt,
          expiresAt: session.expiresAt,
          startedBy: { ip: visitor.request.ip, userAgent: visitor.userAgent ?? '' },
          way: 'device_code',
          ...(session.factor && { factor: session.factor }),
          ...(session.provider && { provider: session.provider }),
        };
        const next = replaceSession(user, begun);
        uow.put(users, next);
        uow.remove(deviceLogins, login.id);
        const actor = { type: 'user', id: user.id, tokenId: begun.id } as const;
        uow.record(
          { type: 'session.started', target: sessionTarget(begun.id), data: { way: 'device_code' } },
          { actor, request: visitor.request },
        );
        return { ...ownSeen(deps.labelRules, next), session: begun, secret };
      },
    });
  };
