import {
  type BearerSecret,
  bearerSecret,
  type ClientName,
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
import { refuseWithoutDeviceLogins } from '../../kernel/without-device-logins.ts';
import { deviceLogins } from '../../store/device-logins.ts';
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

/** Bounds what programs without a credential can leave in the store and in the audit log. */
const REQUESTS = { limit: 60, milliseconds: 10 * MINUTE };
/** Of an IPv6 network of 48 bits: a fifth of all, so that one cannot take the sign-ins of everybody. */
const REQUESTS_OF_WIDE = { ...REQUESTS, limit: 2 * REQUESTS.limit };
const REQUESTS_OF_ALL = { limit: 600, milliseconds: 10 * MINUTE };

/** Begins a sign-in by device code (RFC 8628). Throws SIGN_IN_REFUSED, RATE_LIMIT_EXCEEDED. */
export const requestDeviceLogin =
  (deps: Pick<Deps, 'runner' | 'limiter' | 'clock' | 'ids' | 'secrets' | 'signIn' | 'publicUrl'>) =>
  async (
    { request, userAgent = '' }: Visitor,
    { clientName }: Readonly<{ clientName: ClientName }>,
  ): Promise<RequestedDeviceLogin> => {
    refuseWithoutDeviceLogins(deps);
    const { narrow, wide } = requesterAt(request.ip);
    await take(`device-login:${narrow}`, REQUESTS);
    if (wide !== narrow) await take(`device-login:${wide}`, REQUESTS_OF_WIDE);
    await take('device-login', REQUESTS_OF_ALL);
    const deviceCode = bearerSecret('deviceCode', deps.secrets.random(32));
    const shown = userCode(deps.secrets.random(8));
    const parts = {
      id: deps.ids.uuid<SessionId>(),
      userCodeHash: deps.secrets.hash(shown),
      deviceCodeHash: deps.secrets.hash(deviceCode),
      clientName,
      startedBy: { ip: request.ip, userAgent },
    };
    return deps.runner.run({
      author: { actor: { type: 'system' }, request },
      refs: [],
      apply: (uow) => {
        const now = deps.clock.now();
        const login = newDeviceLogin(parts, now);
        uow.put(deviceLogins, login);
        uow.record({ type: 'session.device_requested', target: sessionTarget(login.id) });
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
