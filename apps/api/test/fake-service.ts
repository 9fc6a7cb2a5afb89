import { MemoryRateLimiter, systemClock, systemIds } from '@strongroom/adapter-local';
import type { SignedIn } from '@strongroom/application';
import { DomainError, type Grant, type TokenId, type UserId } from '@strongroom/domain';
import type { Log, RateLimiter } from '@strongroom/ports';
import { ClientAddress } from '../src/http/kernel/address.ts';
import { CrossOrigin } from '../src/http/kernel/cors.ts';
import type { Entrance } from '../src/http/kernel/entrance.ts';
import { expressApp } from '../src/http/kernel/express-app.ts';
import { Limits } from '../src/http/kernel/limits.ts';
import { mount } from '../src/http/kernel/mount.ts';
import { HttpServer } from '../src/http/kernel/server.ts';
import { FAKE_ROUTES, type FakeApp } from './fake-routes.ts';

export type Logged = Readonly<{ level: string; message: string; fields: Readonly<Record<string, unknown>> }>;

type Options = Readonly<{
  limiter?: RateLimiter;
  perMinute?: number;
  hops?: number;
  origins?: readonly string[];
}>;

export type FakeService = Readonly<{
  port: number;
  server: HttpServer;
  logged: readonly Logged[];
  /** Scopes that were refused, in order. */
  refusedScopes: readonly string[];
  app: FakeApp;
  stop: () => Promise<void>;
}>;

/** Token → what it may be used for. Every other secret is unknown; `expired` has expired. */
const GRANTS: ReadonlyMap<string, Grant> = new Map<string, Grant>([
  ['good', null],
  ['other', null],
  ['reader', ['read:rooms']],
]);

/** The HTTP kernel over routes and callers that are made up, on a free port of this machine. */
export async function fakeService(options: Options = {}): Promise<FakeService> {
  const logged: Logged[] = [];
  const refusedScopes: string[] = [];
  const app: FakeApp = { seen: [] };
  const log = fakeLog(logged);
  const limiter = options.limiter ?? new MemoryRateLimiter();
  const limits = new Limits({ limiter, clock: systemClock, perMinute: options.perMinute ?? 1000 });
  const kernel = { app, entrance: entrance(refusedScopes), limits, ids: systemIds, log };
  const handler = expressApp(kernel, (express) => mount(express, FAKE_ROUTES, kernel));
  const addresses = new ClientAddress(options.hops ?? 0);
  const server = new HttpServer({ ...kernel, handler, addresses, crossOrigin: new CrossOrigin(options.origins ?? []) });
  const { port } = await server.listen('127.0.0.1', 0);
  return { port, server, logged, refusedScopes, app, stop: () => server.stop() };
}

function entrance(refusedScopes: string[]): Entrance {
  return {
    identify: async (secret, locator, request): Promise<SignedIn> => {
      if (secret === 'expired') throw new DomainError('TOKEN_EXPIRED');
      if (secret === 'broken')
        throw new TypeError('a bug with srt_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM in it');
      const grant = GRANTS.get(secret);
      if (grant === undefined) throw new DomainError('TOKEN_INVALID');
      const credential = { kind: 'token', id: secret as TokenId, userId: 'somebody' as UserId, grant } as const;
      return { credential, located: locator ? { userId: locator.id as UserId } : {}, request };
    },
    refuseScope: async (_ctx, { scope }) => {
      refusedScopes.push(scope);
      throw new DomainError('INSUFFICIENT_SCOPE');
    },
    noteTokenUse: () => undefined,
  };
}

function fakeLog(logged: Logged[]): Log {
  const at =
    (level: string) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
      logged.push({ level, message, fields });
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
