import {
  type BearerSecret,
  bearerSecret,
  type ClientName,
  DEVICE_LOGIN_LIFE,
  type DeviceLogin,
  DomainError,
  type Instant,
  MINUTE,
  newDeviceLogin,
  SECOND,
  type SessionId,
  type UserCode,
  userCode,
} from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { requesterAt } from '../../kernel/network.ts';
import { sessionTarget } from '../../kernel/targets.ts';
import { WaitingBound, type WaitingSignIn } from '../../kernel/waiting-bound.ts';
import { refuseWithoutDeviceLogins } from '../../kernel/without-device-logins.ts';
import { deviceLogins, EVERY_DEVICE_LOGIN } from '../../store/device-logins.ts';
import { POLL_SECONDS } from './poll-seconds.ts';

/** A request to sign in. The program keeps the device code and shows the user code. */
export type RequestedDeviceLogin = Readonly<{
  deviceCode: BearerSecret;
  userCode: UserCode;
  /** The page where a person types the user code. */
  verificationUri: string;
  expiresAt: Instant;
  expiresIn: number;
  interval: number;
}>;

/** Limit for each network. A limit for all together would let a few callers lock out all others. */
const REQUESTS = { limit: 60, milliseconds: 10 * MINUTE };
/** Limit for an IPv6 network of 48 bits. */
const REQUESTS_OF_WIDE = { ...REQUESTS, limit: 2 * REQUESTS.limit };
/** Requests of all networks with an event of their own. Those beyond have one as soon as a person answers them. */
const EVENTS = { limit: 600, milliseconds: 10 * MINUTE };

/** Begins a sign-in by device code (RFC 8628). Throws SIGN_IN_REFUSED, RATE_LIMIT_EXCEEDED. */
export const requestDeviceLogin = (
  deps: Pick<Deps, 'runner' | 'documents' | 'limiter' | 'clock' | 'ids' | 'secrets' | 'signIn' | 'publicUrl' | 'log'>,
) => {
  const bound = new WaitingBound(deps, {
    collection: deviceLogins.name,
    key: EVERY_DEVICE_LOGIN,
    lifetime: DEVICE_LOGIN_LIFE,
    signIn: waitingSignInOf,
  });
  return async (
    { request, userAgent = '' }: Visitor,
    { clientName }: Readonly<{ clientName: ClientName }>,
  ): Promise<RequestedDeviceLogin> => {
    refuseWithoutDeviceLogins(deps);
    const { narrow, wide } = requesterAt(request.ip);
    await take(`device-login:${narrow}`, REQUESTS);
    if (wide !== narrow) await take(`device-login:${wide}`, REQUESTS_OF_WIDE);
    await bound.makeRoom();
    const isRecorded = (await deps.limiter.take('device-login-events', EVENTS, deps.clock.now())).allowed;
    const deviceCode = bearerSecret('deviceCode', deps.secrets.random(32));
    const shown = userCode(deps.secrets.random(8));
    const parts = {
      id: deps.ids.uuid<SessionId>(),
      userCodeHash: deps.secrets.hash(shown),
      deviceCodeHash: deps.secrets.hash(deviceCode),
      clientName,
      startedBy: { ip: request.ip, userAgent },
      ...(isRecorded ? {} : { unrecorded: request.id }),
    };
    return deps.runner.run({
      author: { actor: { type: 'system' }, request },
      refs: [],
      apply: (uow) => {
        const now = deps.clock.now();
        const login = newDeviceLogin(parts, now);
        uow.put(deviceLogins, login);
        if (isRecorded) uow.record({ type: 'session.device_requested', target: sessionTarget(login.id) });
        return {
          deviceCode,
          userCode: shown,
          verificationUri: `${deps.publicUrl()}/device`,
          expiresAt: login.expiresAt,
          expiresIn: Math.floor((login.expiresAt - now) / SECOND),
          interval: POLL_SECONDS,
        };
      },
    });

    async function take(bucket: string, window: Readonly<{ limit: number; milliseconds: number }>): Promise<void> {
      const now = deps.clock.now();
      const { allowed, resetAt } = await deps.limiter.take(bucket, window, now);
      if (!allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { retryAfter: Math.ceil((resetAt - now) / SECOND) });
    }
  };
};

/** The waiting sign-in of a stored request. Answered requests count too, and end like all others: each user answers their own. */
export function waitingSignInOf(body: unknown): WaitingSignIn {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
  const { startedBy, createdAt } = body as DeviceLogin;
  return { ip: startedBy.ip, since: createdAt };
}
