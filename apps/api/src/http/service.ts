import type { BlobGateway } from '@strongroom/ports';
import { type DoorParts, FrontDoor } from './front-door.ts';
import type { AnswerCheck } from './kernel/check-answer.ts';
import type { Entrance } from './kernel/entrance.ts';
import { expressApp } from './kernel/express-app.ts';
import { mount } from './kernel/mount.ts';
import type { Route } from './kernel/route.ts';
import type { HttpServer } from './kernel/server.ts';
import { blobPath } from './outside/blobs.ts';
import { docsPaths } from './outside/docs.ts';
import { type Checks, healthPaths } from './outside/health.ts';
import { mountOutside } from './outside/outside.ts';
import { pagePaths } from './outside/pages.ts';

export type ServiceParts<App> = Pick<DoorParts, 'ids' | 'log'> &
  Readonly<{
    app: App;
    routes: readonly Route<App>[];
    entrance: Entrance;
    /** Where the blob store has no server of its own. */
    gateway: BlobGateway | undefined;
    /** Origin of the addresses that it hands out for downloads instead. */
    downloadOrigin?: string | undefined;
    checks: Checks;
    /** Milliseconds that a caller waits at most, where other servers are asked for him. */
    patience?: number | undefined;
    /** Seconds for which a deleted object can be had back. */
    keptAfterDeletion?: () => number;
    check?: AnswerCheck;
  }>;

/** The whole of what is served over HTTP, ready to listen. */
export function httpService<App>(parts: ServiceParts<App> & DoorParts): HttpServer {
  const door = new FrontDoor(parts);
  openDoor(door, parts);
  return door.server;
}

/** Puts the service behind its door. */
export function openDoor<App>(door: FrontDoor, parts: ServiceParts<App>): void {
  const kernel = { ...parts, limits: door.limits };
  const outside = [
    ...healthPaths(parts.checks, parts.keptAfterDeletion),
    ...docsPaths,
    ...pagePaths(parts.downloadOrigin),
    ...(parts.gateway ? [blobPath(parts.gateway)] : []),
  ];
  door.open(
    expressApp(kernel, (express) => {
      mount(express, parts.routes, kernel);
      mountOutside(express, outside, kernel);
    }),
  );
}
