import type { Exchange } from '@strongroom/http-kernel';
import { MetricsServer } from '@strongroom/http-kernel';

/** Seconds, from the duration of a read to that of a slow disk. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Counts and times requests by the pattern of their route, for Prometheus. */
export type Metrics = Readonly<{
  began: (exchange: Exchange) => void;
  ended: (exchange: Exchange) => void;
  /** Shows the seconds by which the clock is ahead of that of the database. */
  watchClock: (offset: () => number | undefined) => void;
  /** Serves /metrics on a port of its own. */
  server: MetricsServer;
}>;

/** Loads its library only if it is used. */
export async function createMetrics(): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'strongroom_http_requests_total',
    help: 'Requests that are over, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'strongroom_http_request_duration_seconds',
    help: 'From the end of the headers of a request to the end of its answer.',
    labelNames: ['route', 'method'],
    buckets: BUCKETS,
    registers,
  });
  const underWay = new Gauge({
    name: 'strongroom_http_requests_under_way',
    help: 'Requests that are not answered yet.',
    registers,
  });
  return {
    began: () => underWay.inc(),
    ended: ({ request, response, outcome: { pattern: route }, startedAt }) => {
      const method = methodLabel(request.method);
      underWay.dec();
      requests.inc({ route, method, status: response.headersSent ? response.statusCode : 499 });
      seconds.observe({ route, method }, (performance.now() - startedAt) / 1000);
    },
    watchClock: (offset) => {
      const clock: Readonly<{ set: (value: number) => void }> = new Gauge({
        name: 'strongroom_clock_offset_seconds',
        help: 'Seconds by which the clock of this process is ahead of that of the database, within a minute ago.',
        registers,
        collect: () => clock.set(offset() ?? 0),
      });
    },
    server: new MetricsServer(async () => ({ type: registry.contentType, text: await registry.metrics() })),
  };
}

const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Node accepts over thirty methods; callers could create a series for each. */
const methodLabel = (method = ''): string => (KNOWN.has(method) ? method : 'other');
