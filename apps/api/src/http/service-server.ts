import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, type Ids, type Log, type RateLimiter, Unavailable } from '@strongroom/ports';
import type { Request } from 'express';
import { accessLog } from './access-log.ts';
import { CrossOrigin } from './exchange/cors.ts';
import { type Exchange, exchangeOf } from './exchange/exchange.ts';
import { transportHeaders } from './exchange/headers.ts';
import { Limits } from './exchange/limits.ts';
import { sendError } from './exchange/send.ts';
import { expressApp } from './serve/express-app.ts';
import { healthPaths } from './system-routes/health.ts';
import { mountSystemRoutes } from './system-routes/system-route.ts';
import { ClientAddress } from './wire/address.ts';
import { HttpServer } from './wire/server.ts';

export type ServerParts = Readonly<{
  limiter: RateLimiter;
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
  readonly limits: Limits;
  #handler: Handler | undefined;

  constructor(parts: ServerParts) {
    const { settings, observer, log, ids, limiter, clock } = parts;
    this.limits = new Limits({ limiter, clock, perMinute: settings.rateLimit });
    const logAccess = accessLog(log);
    const listener = {
      handler: (request: IncomingMessage, response: ServerResponse) => {
        this.#handler ??= notReady({ limits: this.limits, log });
        this.#handler(request, response);
      },
      limits: this.limits,
      ids,
      log,
      addresses: new ClientAddress(settings.trustedProxies),
      crossOrigin: new CrossOrigin(settings.corsOrigins ?? []),
      transport: transportHeaders(settings.publicUrl),
      began: (exchange: Exchange) => observer?.began(exchange),
      ended: (exchange: Exchange) => {
        logAccess(exchange);
        observer?.ended(exchange);
      },
    };
    this.server = new HttpServer(listener, parts.times);
  }

  /** Hands all later requests to `handler`. */
  open(handler: Handler): void {
    this.#handler = handler;
  }
}

const notReady = (kernel: Readonly<{ limits: Limits; log: Log }>): Handler =>
  expressApp(kernel, (express) => {
    mountSystemRoutes(express, healthPaths({ upgrade: () => Promise.reject(new Unavailable('documents')) }), kernel);
    express.use(async (request: Request) => {
      const exchange = exchangeOf(request);
      if (exchange.counted) await kernel.limits.note(exchange);
      exchange.outcome.code = sendError(exchange, new Unavailable('documents')).code;
    });
  });
