import { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestId } from '@strongroom/domain';
import type { Standing } from '@strongroom/ports';
import { ReplyBy } from './reply-by.ts';

/** One request and its answer, from the first byte to the last. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Made here, never taken from the client: it must mean something to whoever reads the log. */
  readonly id: RequestId;
  readonly startedAt: number;
  /** Who asks: the connection's address, or by hop count what trusted proxies say. */
  readonly ip: string;
  /** As it was sent, still percent-encoded. */
  readonly path: string;
  /** Without the question mark, still percent-encoded. */
  readonly query: string;
  /** Is this one counted, and does its answer carry the three rate headers? A target without a path counts as a malformed request. */
  readonly counted: boolean;
  /** The path as the documentation writes it, for logs and metrics: the real one may hold a secret. */
  pattern = 'none';
  /** How the bucket stands that was charged. */
  standing: Standing | undefined;
  /** Does the client wait for "100 Continue" before it sends its body? Answered without it, Node ends the connection. */
  awaitsContinue = false;
  /** Name and value in turn, for a browser of another origin. */
  crossOrigin: readonly string[] = [];
  /** Name and value in turn, for an operation that is announced to end. */
  deprecation: readonly string[] | undefined;
  /** Was the connection answered past us, because its body broke off? Then nothing more may be written. */
  abandoned = false;
  replyBy = new ReplyBy();
  /** The code of the error it was answered with, for the access log. */
  code: string | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    known: Readonly<{ id: RequestId; ip: string }> & Target,
  ) {
    this.request = request;
    this.response = response;
    this.id = known.id;
    this.ip = known.ip;
    this.path = known.path;
    this.query = known.query;
    this.counted = isUnderPrefix(known.path) || !known.path.startsWith('/');
    this.startedAt = performance.now();
  }
}

export type Target = Readonly<{ path: string; query: string }>;

/** What every path of the interface begins with. */
export const PREFIX = '/api/v1';

const isUnderPrefix = (path: string): boolean =>
  path.startsWith(PREFIX) && (path.length === PREFIX.length || path.charCodeAt(PREFIX.length) === 0x2f);

/** Node's request with its exchange as a field: a WeakMap from one to the other costs the garbage collector dearly. */
export class ExchangeRequest extends IncomingMessage {
  exchange: Exchange | undefined = undefined;
}

/** Node's response as a class of our own, so that Express finds on it what it would give it. */
export class ExchangeResponse extends ServerResponse<ExchangeRequest> {}

/** The exchange a request belongs to. Throws TypeError for one that came in by another door. */
export function exchangeOf(request: IncomingMessage): Exchange {
  if ('exchange' in request && request.exchange instanceof Exchange) return request.exchange;
  throw new TypeError('this request did not come in through the server');
}
