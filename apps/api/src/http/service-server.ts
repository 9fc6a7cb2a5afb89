import {
  ClientAddress,
  CrossOrigin,
  type Exchange,
  exchangeOf,
  HttpServer,
  type IncomingMessage,
  Refusals,
  type ServerResponse,
  transportHeaders,
} from '@strongroom/http-kernel';
import { type Clock, type Ids, type Log, Unavailable } from '@strongroom/ports';
import type { Request } from 'express';
import { refusalOf } from './errors/errors.ts';
import { expressApp } from './serve/express-app.ts';
import type { Kernel } from './serve/kernel.ts';
import { type CountingLimiter, Limits } from './serve/limits.ts';
import { isRateLimited } from './serve/prefix.ts';
import { healthPaths } from './system-routes/health.ts';
import { mountSystemRoutes } from './system-routes/system-route.ts';

/** Headers that pages of other origins may read and send. */
const EXPOSED =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, Location, ETag, Content-Range, Idempotency-Replayed, Deprecation, Sunset';
const ALLOWED = 'Authorization, Content-Type, Idempotency-Key, Range';

export type ServerParts = Readonly<{
  limiter: CountingLimiter;
  clock: Pick<Clock, 'now'>;
  ids: Ids;
  log: Log;
  settings: Readonly<{
    rateLimit: number;
    trustedProxies: number;
    corsOrigins?: readonly string[] | undefined;
    publicUrl?: string | undefined;
  }>;
  /** Counts and times requests. */
  observer?: Readonly<{ began: (exchange: Exchange) => void; ended: (exchange: Exchange) => void }> | undefined;
  times?: ConstructorParameters<typeof HttpServer>[1] | undefined;
}>;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The server of the service. It may listen before the service is ready: until `open` it reports alive but not ready,
 * and answers everything else with SERVICE_UNAVAILABLE.
 */
export class ServiceServer {
  readonly server: HttpServer;
  readonly kernel: Kernel;
  #handler: Handler | undefined;

  constructor(parts: ServerParts) {
    const { settings, observer, log, ids, limiter, clock } = parts;
    const limits = new Limits({ limiter, clock, perMinute: settings.rateLimit });
    const refusals = new Refusals({ refusalOf, charge: (counted) => limits.note(counted), log });
    const origins = settings.corsOrigins ?? [];
    const crossOrigin = new CrossOrigin({ origins, exposed: EXPOSED, allowed: ALLOWED });
    this.kernel = { limits, refusals, crossOrigin };
    const listener = {
      handler: ({ request, response }: Exchange) => {
        this.#handler ??= notReady(this.kernel);
        this.#handler(request, response);
      },
      refusals,
      isCounted: isRateLimited,
      ids,
      log,
      addresses: new ClientAddress(settings.trustedProxies),
      crossOrigin,
      transport: transportHeaders(settings.publicUrl),
      ...observer,
    };
    this.server = new HttpServer(listener, parts.times);
  }

  /** Hands all later requests to `handler`. */
  open(handler: Handler): void {
    this.#handler = handler;
  }
}

const notReady = (kernel: Kernel): Handler =>
  expressApp(kernel, (express) => {
    mountSystemRoutes(express, healthPaths({ upgrade: () => Promise.reject(new Unavailable('documents')) }), kernel);
    express.use(async (request: Request) => {
      await kernel.refusals.decline(exchangeOf(request), new Unavailable('documents'));
    });
  });
