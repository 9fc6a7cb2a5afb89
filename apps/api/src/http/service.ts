import type { BlobGateway, Clock, Ids, Log, RateLimiter } from '@strongroom/ports';
import { accessLog } from './access-log.ts';
import { ClientAddress } from './kernel/address.ts';
import type { AnswerCheck } from './kernel/check-answer.ts';
import { CrossOrigin } from './kernel/cors.ts';
import type { Entrance } from './kernel/entrance.ts';
import type { Exchange } from './kernel/exchange.ts';
import { expressApp } from './kernel/express-app.ts';
import { Limits } from './kernel/limits.ts';
import { mount } from './kernel/mount.ts';
import type { Route } from './kernel/route.ts';
import { HttpServer } from './kernel/server.ts';
import { blobPath } from './outside/blobs.ts';
import { docsPaths } from './outside/docs.ts';
import { type Checks, healthPaths } from './outside/health.ts';
import { mountOutside } from './outside/outside.ts';
import { pagePaths } from './outside/pages.ts';

export type ServiceParts<App> = Readonly<{
  app: App;
  routes: readonly Route<App>[];
  entrance: Entrance;
  limiter: RateLimiter;
  clock: Pick<Clock, 'now'>;
  ids: Ids;
  log: Log;
  /** Where the blob store has no server of its own. */
  gateway: BlobGateway | undefined;
  checks: Checks;
  settings: Readonly<{ rateLimit: number; trustedProxies: number; corsOrigins?: readonly string[] | undefined }>;
  /** Counts and times requests. */
  observer?: Readonly<{ began: (exchange: Exchange) => void; ended: (exchange: Exchange) => void }> | undefined;
  check?: AnswerCheck;
  times?: ConstructorParameters<typeof HttpServer>[1] | undefined;
}>;

/** The whole of what is served over HTTP, ready to listen. */
export function httpService<App>(parts: ServiceParts<App>): HttpServer {
  const { settings, observer, log, ids } = parts;
  const limits = new Limits({ limiter: parts.limiter, clock: parts.clock, perMinute: settings.rateLimit });
  const kernel = { ...parts, limits };
  const outside = [
    ...healthPaths(parts.checks),
    ...docsPaths,
    ...pagePaths,
    ...(parts.gateway ? [blobPath(parts.gateway)] : []),
  ];
  const handler = expressApp(kernel, (express) => {
    mount(express, parts.routes, kernel);
    mountOutside(express, outside, kernel);
  });
  const logAccess = accessLog(log);
  const door = {
    handler,
    limits,
    ids,
    log,
    addresses: new ClientAddress(settings.trustedProxies),
    crossOrigin: new CrossOrigin(settings.corsOrigins ?? []),
    began: (exchange: Exchange) => observer?.began(exchange),
    ended: (exchange: Exchange) => {
      logAccess(exchange);
      observer?.ended(exchange);
    },
  };
  return new HttpServer(door, parts.times);
}
