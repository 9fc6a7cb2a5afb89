import type { Exchange } from '../exchange/exchange.ts';
import type { Registry } from './registry.ts';
import { counter, duration, gauge } from './rows.ts';

/** The metrics of requests, of both services. */
export const HTTP_METRICS = {
  requests: counter(
    'strongroom_http_requests_total',
    'Requests that are over, by route, method and status; 499 for a client that left.',
    ['route', 'method', 'status'],
  ),
  seconds: duration(
    'strongroom_http_request_duration_seconds',
    'From the end of the headers of a request to the end of its answer.',
    ['route', 'method'],
  ),
  underWay: gauge('strongroom_http_requests_under_way', 'Requests that are not answered yet.'),
};

/** Counts and times requests by the pattern of their route. */
export type HttpObserver = Readonly<{ began: (exchange: Exchange) => void; ended: (exchange: Exchange) => void }>;

export function observeHttp(registry: Registry): HttpObserver {
  const requests = registry.add(HTTP_METRICS.requests);
  const seconds = registry.add(HTTP_METRICS.seconds);
  let underWay = 0;
  registry.add(HTTP_METRICS.underWay).watch(() => underWay);
  return {
    began: () => {
      underWay += 1;
    },
    ended: ({ request, response, outcome: { pattern: route }, startedAt }) => {
      const method = methodLabel(request.method);
      underWay -= 1;
      requests.add({ route, method, status: response.headersSent ? String(response.statusCode) : '499' });
      seconds.observe({ route, method }, (performance.now() - startedAt) / 1000);
    },
  };
}

const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Node accepts over thirty methods; callers could create a series for each. */
const methodLabel = (method = ''): string => (KNOWN.has(method) ? method : 'other');
