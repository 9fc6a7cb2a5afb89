import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestId } from '@strongroom/domain';
import type { Ids, Log } from '@strongroom/ports';
import type { CrossOrigin } from '../exchange/cors.ts';
import { Exchange, type ExchangeRequest } from '../exchange/exchange.ts';
import type { Limits } from '../exchange/limits.ts';
import { refuse } from '../exchange/refuse.ts';
import type { ClientAddress } from './address.ts';
import { refuseMalformed, targetOf } from './target.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type ListenerParts = Readonly<{
  /** Answers well-formed requests. */
  handler: Handler;
  limits: Limits;
  ids: Ids;
  log: Log;
  addresses: ClientAddress;
  crossOrigin: CrossOrigin;
  transport: readonly string[];
  /** Called once when an exchange begins, and once when it is over. */
  began?: (exchange: Exchange) => void;
  ended?: (exchange: Exchange) => void;
}>;

/** Gives each request an id and an address, refuses malformed requests and hands on the others. */
export class Listener {
  readonly #parts: ListenerParts;

  constructor(parts: ListenerParts) {
    this.#parts = parts;
  }

  receive(request: ExchangeRequest, response: ServerResponse, awaitsContinue: boolean): Exchange {
    const { handler, ids, addresses, crossOrigin, transport, began, ended } = this.#parts;
    const exchange = new Exchange(request, response, {
      id: ids.uuid<RequestId>(),
      ip: addresses.of(request),
      crossOrigin: crossOrigin.headersFor(request),
      transport,
      awaitsContinue,
      ...targetOf(request.url ?? ''),
    });
    request.exchange = exchange;
    began?.(exchange);
    if (ended !== undefined) response.once('close', () => ended(exchange));
    try {
      refuseMalformed(request);
    } catch (error) {
      void refuse(this.#parts, exchange, error);
      return exchange;
    }
    // Routing, rate limits and Idempotency-Keys use the same path.
    request.url = exchange.query === '' ? exchange.path : `${exchange.path}?${exchange.query}`;
    handler(request, response);
    return exchange;
  }
}
