import { MemoryRateLimiter, systemClock, systemIds } from '@strongroom/adapter-local';
import type { HttpTimeouts } from '@strongroom/http-kernel';
import type { Log } from '@strongroom/ports';
import { ServiceServer } from '../../src/http/service-server.ts';

export const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The HTTP server before anything is mounted on it. */
export const bareServer = (log: Log = QUIET, publicUrl?: string, times: HttpTimeouts = {}): ServiceServer =>
  new ServiceServer({
    limiter: new MemoryRateLimiter(),
    clock: systemClock,
    ids: systemIds,
    log,
    times,
    settings: { rateLimit: 1000, trustedProxies: 0, publicUrl },
  });
