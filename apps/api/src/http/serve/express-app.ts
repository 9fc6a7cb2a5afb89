import { ExchangeRequest, ExchangeResponse, exchangeOf, TransportError } from '@strongroom/http-kernel';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Kernel } from './kernel.ts';

/**
 * Express without its own answers: no HTML, no ETag, no parsed query; paths match case-sensitively and strictly. `fill`
 * mounts the routes; any other path is 404 in JSON.
 */
export function expressApp({ refusals }: Pick<Kernel, 'refusals'>, fill: (app: Express) => void): Express {
  const app = express();
  keepPrototypes(app);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');
  fill(app);
  app.use((request: Request) => refusals.answer(exchangeOf(request), new TransportError('ROUTE_NOT_FOUND')));
  app.use((error: unknown, request: Request, _response: Response, _next: NextFunction) =>
    refusals.answer(exchangeOf(request), error),
  );
  return app;
}

/**
 * Express replaces the prototype of each request and response, which makes the objects slow. If the classes have
 * Express's methods from the start, there is nothing to replace. Only `app` is missing, which no enabled feature uses.
 */
function keepPrototypes(app: Express): void {
  Object.setPrototypeOf(ExchangeRequest.prototype, express.request);
  Object.setPrototypeOf(ExchangeResponse.prototype, express.response);
  Object.assign(app, { request: ExchangeRequest.prototype, response: ExchangeResponse.prototype });
}
