import { exchangeOf } from '@strongroom/http-kernel';
import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express';
import { isUnderPrefix, PREFIX } from './prefix.ts';

const START = PREFIX.length + 1;

/** The first segment of a path below the prefix. */
function segmentOf(path: string): string {
  const end = path.indexOf('/', START);
  return end < 0 ? path.slice(START) : path.slice(START, end);
}

/**
 * Routes below the prefix, in a router for each first segment: Express compares a path with one route after the other, and
 * a table of a hundred and fifty would cost as much as a short answer.
 */
export function routesBySegment(app: Express): (path: string) => ReturnType<Router['route']> {
  const routers = new Map<string, Router>();
  app.use((request: Request, response: Response, next: NextFunction) => {
    const { path } = exchangeOf(request);
    const router = isUnderPrefix(path) ? routers.get(segmentOf(path)) : undefined;
    if (router === undefined) next();
    else router(request, response, next);
  });
  return (path) => {
    const segment = segmentOf(path);
    const router = routers.get(segment) ?? express.Router({ caseSensitive: true, strict: true });
    routers.set(segment, router);
    return router.route(path);
  };
}
