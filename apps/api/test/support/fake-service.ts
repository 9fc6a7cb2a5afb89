import { MemoryRateLimiter, systemClock, systemIds } from '@strongroom/adapter-local';
import type { SignedIn } from '@strongroom/application';
import { DomainError, type Grant, type TokenId, type UserId } from '@strongroom/domain';
import type { DependencyChecks, HttpServer } from '@strongroom/http-kernel';
import type { BlobGateway, Log, RateLimiter } from '@strongroom/ports';
import type { Authenticator } from '../../src/http/serve/authenticator.ts';
import { AnswerCheck } from '../../src/http/serve/check-answer.ts';
import { httpService } from '../../src/http/service.ts';
import type { AuditState } from '../../src/http/system-routes/health.ts';
import { FAKE_ROUTES, type FakeApp } from './fake-routes.ts';

type Logged = Readonly<{ level: string; message: string; fields: Readonly<Record<string, unknown>> }>;

type Options = Readonly<{
  limiter?: RateLimiter;
  perMinute?: number;
  hops?: number;
  origins?: readonly string[];
  gateway?: BlobGateway;
  checks?: DependencyChecks;
  writes?: DependencyChecks;
  audit?: AuditState;
  times?: ConstructorParameters<typeof HttpServer>[1];
  deadlineMs?: number;
  keyServiceOrigin?: string;
}>;

export type FakeService = Readonly<{
  port: number;
  server: HttpServer;
  /** Warnings and errors of the service. */
  logged: readonly Logged[];
  /** A line for each request, including unreadable ones. */
  requests: readonly Logged[];
  /** Scopes that were refused, in order. */
  refusedScopes: readonly string[];
  app: FakeApp;
  stop: () => Promise<void>;
}>;

/** Token → its rights. Any other secret is unknown; `expired` has expired. */
const GRANTS: ReadonlyMap<string, Grant> = new Map<string, Grant>([
  ['good', null],
  ['other', null],
  ['reader', ['read:rooms']],
  ['stranger', null],
  ...Array.from({ length: 11 }, (_, n): [string, Grant] => [`good-${n}`, null]),
]);

/** The HTTP layer over made-up routes and callers, on a free port of this machine. */
export async function fakeService(options: Options = {}): Promise<FakeService> {
  const logged: Logged[] = [];
  const requests: Logged[] = [];
  const refusedScopes: string[] = [];
  const app: FakeApp = { seen: [] };
  const log = fakeLog((line) => (line.level === 'info' ? requests : logged).push(line));
  const server = httpService({
    app,
    routes: FAKE_ROUTES,
    authenticator: authenticator(refusedScopes),
    limiter: options.limiter ?? new MemoryRateLimiter(),
    clock: systemClock,
    ids: systemIds,
    log,
    gateway: options.gateway,
    checks: options.checks ?? {},
    writes: options.writes ?? {},
    audit: options.audit,
    settings: {
      rateLimit: options.perMinute ?? 1000,
      trustedProxies: options.hops ?? 0,
      corsOrigins: options.origins,
    },
    check: new AnswerCheck(),
    times: options.times,
    deadlineMs: options.deadlineMs,
    keyServiceOrigin: options.keyServiceOrigin,
  });
  const { port } = await server.listen('127.0.0.1', 0);
  return { port, server, logged, requests, refusedScopes, app, stop: () => server.stop() };
}

function authenticator(refusedScopes: string[]): Authenticator {
  return {
    identify: async (secret, locator, request): Promise<SignedIn> => {
      if (secret === 'expired') throw new DomainError('TOKEN_EXPIRED');
      if (secret === 'broken')
        throw new TypeError('a bug with srt_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM in it');
      const grant = GRANTS.get(secret);
      if (grant === undefined) throw new DomainError('TOKEN_INVALID');
      const credential = {
        kind: 'token',
        id: secret as TokenId,
        userId: (secret === 'stranger' ? 'stranger' : 'somebody') as UserId,
        grant,
      } as const;
      return { credential, located: locator ? { userId: locator.id as UserId } : {}, request };
    },
    refuseScope: async (_ctx, { scope }) => {
      refusedScopes.push(scope);
      throw new DomainError('INSUFFICIENT_SCOPE');
    },
    noteTokenUse: () => undefined,
  };
}

function fakeLog(push: (line: Logged) => void): Log {
  const at =
    (level: string) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}): void =>
      push({ level, message, fields });
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
