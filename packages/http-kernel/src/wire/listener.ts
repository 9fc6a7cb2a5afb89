import type { ServerResponse } from 'node:http';
import type { RequestId } from '@strongroom/domain';
import type { Ids, Log } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import type { Refusals } from '../answer/answer.ts';
import { Exchange, type ExchangeRequest } from '../exchange/exchange.ts';
import type { ClientAddress } from './address.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { dropsSecureCookies, usePlainCookies } from './plain-cookies.ts';
import { refuseMalformed, repeatedIn, targetOf } from './target.ts';

/** The parts of a server that differ from service to service. */
export type ListenerParts = Readonly<{
  /** Answers well-formed requests, and every error of its own. */
  handler: (exchange: Exchange) => void | Promise<void>;
  refusals: Refusals;
  /** Whether requests for a path are rate-limited. A target without a path is, as a malformed request. */
  isCounted: (path: string) => boolean;
  ids: Pick<Ids, 'uuid'>;
  log: Log;
  addresses: ClientAddress;
  crossOrigin: CrossOrigin;
  /** Strict-Transport-Security, as name and value in turn. */
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
    const { handler, ids, addresses, crossOrigin, transport, isCounted, began, ended } = this.#parts;
    const { address, isCaller } = addresses.of(request);
    const { path, query } = targetOf(request.url ?? '');
    if (transport.length === 0 && dropsSecureCookies(request)) usePlainCookies(request, response);
    const facts = {
      id: ids.uuid<RequestId>(),
      ip: address,
      isCaller,
      path,
      query,
      counted: isCounted(path) || !path.startsWith('/'),
      repeated: repeatedIn(request),
      ...crossOrigin.of(request),
      transport,
    };
    const exchange = new Exchange(request, response, facts, awaitsContinue);
    request.exchange = exchange;
    began?.(exchange);
    if (ended !== undefined) response.once('close', () => ended(exchange));
    try {
      refuseMalformed(exchange);
    } catch (error) {
      this.#watch(exchange, this.#parts.refusals.answer(exchange, error));
      return exchange;
    }
    // Routing, rate limits and Idempotency-Keys use the same path.
    request.url = query === '' ? path : `${path}?${query}`;
    this.#watch(exchange, handler(exchange));
    return exchange;
  }

  /** An answer that cannot be sent ends its connection, not the process. */
  #watch({ response, id }: Exchange, answering: void | Promise<void>): void {
    answering?.catch((error: unknown) => {
      logError(this.#parts.log, 'error', 'an answer could not be sent', error, { request_id: id });
      response.destroy();
    });
  }
}
