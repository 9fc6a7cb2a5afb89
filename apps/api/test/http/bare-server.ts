import { MemoryRateLimiter, systemClock, systemIds } from '@strongroom/adapter-local';
import type { Log } from '@strongroom/ports';
import { FrontDoor } from '../../src/http/front-door.ts';

export const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The HTTP server before anything is mounted on it. */
export const bareServer = (log: Log = QUIET): FrontDoor =>
  new FrontDoor({
    limiter: new MemoryRateLimiter(),
    clock: systemClock,
    ids: systemIds,
    log,
    settings: { rateLimit: 1000, trustedProxies: 0 },
  });
