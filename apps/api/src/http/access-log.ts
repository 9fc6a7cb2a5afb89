import type { Log } from '@strongroom/ports';
import type { Exchange } from './exchange/exchange.ts';

/**
 * One line a request, when it is over: the pattern of the route, never the path or the query, which may hold the secret
 * of a link or a signature.
 */
export const accessLog =
  (log: Log) =>
  (exchange: Exchange): void => {
    const { request, response, startedAt, outcome } = exchange;
    log.info('request', {
      request_id: exchange.id,
      method: request.method,
      route: outcome.pattern,
      // Without a first byte the client was gone before there was an answer (the number is nginx’s).
      status: response.headersSent ? response.statusCode : 499,
      code: outcome.code,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
      ip: exchange.ip,
      ...(response.headersSent && !response.writableFinished ? { broken_off: true } : {}),
    });
  };
