import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, type Ids, type Log, type RateLimiter, Unavailable } from '@strongroom/ports';
import type { Request } from 'express';
import { accessLog } from './access-log.ts';
import { ClientAddress } from './kernel/address.ts';
import { CrossOrigin } from './kernel/cors.ts';
import { type Exchange, exchangeOf } from './kernel/exchange.ts';
import { expressApp } from './kernel/express-app.ts';
import { Limits } from './kernel/limits.ts';
import { sendError } from './kernel/send.ts';
import { HttpServer } from './kernel/server.ts';
import { healthPaths } from './outside/health.ts';
import { mountOutside } from './outside/outside.ts';

export type DoorParts = Readonly<{
  limiter: RateLimiter;
  clock: Pick<Clock, 'now'>;
  ids: Ids;
  log: Log;
  settings: Readonly<{ rateLimit: number; trustedProxies: number; corsOrigins?: readonly string[] | undefined }>;
  /** Counts and times requests. */
  observer?: Readonly<{ began: (exchange: Exchange) => void; ended: (exchange: Exchange) => void }> | undefined;
  times?: ConstructorParameters<typeof HttpServer>[1] | undefined;
}>;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The door of the service, which may listen before there is anything behind it: then it is alive and not ready, and
 * everything else is SERVICE_UNAVAILABLE.
 */
export class FrontDoor {
  readonly server: HttpServer;
  readonly limits: Limits;
  #handler: Handler | undefined;

  constructor(parts: DoorParts) {
    const { settings, observer, log, ids, limiter, clock } = parts;
    this.limits = new Limits({ limiter, clock, perMinute: settings.rateLimit });
    const logAccess = accessLog(log);
    const door = {
      handler: (request: IncomingMessage, response: ServerResponse) => {
        this.#handler ??= notReady({ limits: this.limits, log });
        this.#handler(request, response);
      },
      limits: this.limits,
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
    this.server = new HttpServer(door, parts.times);
  }

  /** From here on requests are answered by `handler`. */
  open(handler: Handler): void {
    this.#handler = handler;
  }
}

const notReady = (kernel: Readonly<{ limits: Limits; log: Log }>): Handler =>
  expressApp(kernel, (express) => {
    mountOutside(express, healthPaths({ upgrade: () => Promise.reject(new Unavailable('documents')) }), kernel);
    express.use(async (request: Request) => {
      const exchange = exchangeOf(request);
      if (exchange.counted) await kernel.limits.note(exchange);
      exchange.code = sendError(exchange, new Unavailable('documents')).code;
    });
  });
