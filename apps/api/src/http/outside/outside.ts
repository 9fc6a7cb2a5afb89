import type { Log } from '@strongroom/ports';
import type { Express, Request } from 'express';
import { isPreflight, sendPreflight } from '../kernel/cors.ts';
import { TransportError } from '../kernel/errors.ts';
import { type Exchange, exchangeOf } from '../kernel/exchange.ts';
import type { Limits } from '../kernel/limits.ts';
import { refuse } from '../kernel/refuse.ts';

export type Kernel = Readonly<{ limits: Limits; log: Log }>;

/** A path beside /api/v1: not counted, with errors in JSON all the same. */
export type OutsidePath = Readonly<{
  /** As Express writes it. */
  path: string;
  /** For logs and metrics. */
  pattern: string;
  /** As in `Allow`. */
  methods: string;
  serve: (exchange: Exchange) => Promise<void>;
}>;

/** Mounts paths beside /api/v1. */
export function mountOutside(app: Express, paths: readonly OutsidePath[], kernel: Kernel): void {
  for (const outside of paths) app.route(outside.path).all((request: Request) => answer(outside, request, kernel));
}

async function answer({ pattern, methods, serve }: OutsidePath, request: Request, kernel: Kernel): Promise<void> {
  const exchange = exchangeOf(request);
  exchange.pattern = pattern;
  try {
    if (isPreflight(exchange)) sendPreflight(exchange, methods);
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
