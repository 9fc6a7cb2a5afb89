import { type Exchange, exchangeOf, sendAnswer, TransportError } from '@strongroom/http-kernel';
import type { Express, NextFunction, Request, Response } from 'express';
import type { Kernel } from '../serve/kernel.ts';

/** A path beside /api/v1: without rate limit, but with errors in JSON. */
export type SystemRoute = Readonly<{
  /** Path in the notation of Express. */
  path: string;
  /** For logs and metrics. */
  pattern: string;
  /** Methods, separated as in `Allow`. */
  methods: string;
  /** False: nothing is there for pages of other origins, so a preflight is served like any other request. */
  isPreflighted?: false;
  serve: (exchange: Exchange) => Promise<void>;
}>;

const isFixed = ({ path }: SystemRoute): boolean => !/[:*{]/.test(path);

/**
 * Mounts paths beside /api/v1. Those without parameters come first, in one table: the web application has 260 files, and Express
 * makes a regular expression for each route and tries one after the other.
 */
export function mountSystemRoutes(app: Express, routes: readonly SystemRoute[], kernel: Kernel): void {
  const fixed = new Map(
    routes
      .filter(isFixed)
      .toReversed()
      .map((route) => [route.path, route]),
  );
  app.use((request: Request, _response: Response, next: NextFunction) => {
    const exchange = exchangeOf(request);
    const route = fixed.get(exchange.path);
    return route === undefined ? next() : answer(route, exchange, kernel);
  });
  for (const route of routes.filter((one) => !isFixed(one)))
    app.route(route.path).all((request: Request) => answer(route, exchangeOf(request), kernel));
}

async function answer(
  { pattern, methods, serve, isPreflighted }: SystemRoute,
  exchange: Exchange,
  { refusals, crossOrigin }: Kernel,
): Promise<void> {
  exchange.outcome.pattern = pattern;
  try {
    if (isPreflighted !== false && exchange.isPreflight) void sendAnswer(exchange, crossOrigin.preflight(methods));
    else await serve(exchange);
  } catch (error) {
    await refusals.answer(exchange, error);
  }
}

/** Throws METHOD_NOT_ALLOWED for anything but GET and HEAD. */
export function readOnly({ request }: Exchange): void {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new TransportError('METHOD_NOT_ALLOWED', { headers: ['Allow', 'GET, HEAD'] });
}
