import type { Log } from '@strongroom/ports';
import type { Express, Request } from 'express';
import { TransportError } from '../errors/errors.ts';
import { isPreflight, sendPreflight } from '../exchange/cors.ts';
import { type Exchange, exchangeOf } from '../exchange/exchange.ts';
import type { Limits } from '../exchange/limits.ts';
import { refuse } from '../exchange/refuse.ts';

export type Kernel = Readonly<{ limits: Limits; log: Log }>;

/** A path beside /api/v1: without rate limit, but with errors in JSON. */
export type SystemRoute = Readonly<{
  /** In Express's notation. */
  path: string;
  /** For logs and metrics. */
  pattern: string;
  /** As in `Allow`. */
  methods: string;
  /** False: nothing is there for pages of other origins, so a preflight is served like any other request. */
  isPreflighted?: false;
  serve: (exchange: Exchange) => Promise<void>;
}>;

/** Mounts paths beside /api/v1. */
export function mountSystemRoutes(app: Express, routes: readonly SystemRoute[], kernel: Kernel): void {
  for (const route of routes) app.route(route.path).all((request: Request) => answer(route, request, kernel));
}

async function answer(
  { pattern, methods, serve, isPreflighted }: SystemRoute,
  request: Request,
  kernel: Kernel,
): Promise<void> {
  const exchange = exchangeOf(request);
  exchange.outcome.pattern = pattern;
  try {
    if (isPreflighted !== false && isPreflight(exchange)) sendPreflight(exchange, methods);
    else await serve(exchange);
  } catch (error) {
    await refuse(kernel, exchange, error);
  }
}

/** Throws METHOD_NOT_ALLOWED for anything but GET and HEAD. */
export function readOnly({ request }: Exchange): void {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new TransportError('METHOD_NOT_ALLOWED', { headers: ['Allow', 'GET, HEAD'] });
}
