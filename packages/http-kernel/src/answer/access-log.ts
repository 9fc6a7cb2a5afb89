import type { Log } from '@strongroom/ports';
import type { Exchange } from '../exchange/exchange.ts';

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/startupz']);

/** Logs a request when it ends: the pattern of its route, never path or query, which may hold a secret. Probes that find nothing wrong come every second, so they are for debugging only. */
export function logAccess(log: Log, exchange: Exchange): void {
  const { request, response, startedAt, outcome } = exchange;
  const isFineProbe = PROBES.has(outcome.pattern) && response.statusCode === 200;
  log[isFineProbe ? 'debug' : 'info']?.('request', {
    request_id: exchange.id,
    method: request.method,
    route: outcome.pattern,
    // No first byte was sent: the client disconnected before the answer (nginx also logs this as 499).
    status: response.headersSent ? response.statusCode : 499,
    code: outcome.code,
    user: outcome.user,
    milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
    ip: exchange.ip,
    ...(response.headersSent && !response.writableFinished ? { broken_off: true } : {}),
  });
}
