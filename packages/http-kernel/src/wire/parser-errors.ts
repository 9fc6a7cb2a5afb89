import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { generalHeaders, JSON_TYPE } from '../answer/answer.ts';
import { errorBody, type TransportCode, TransportError } from '../answer/refusal.ts';
import type { ChargedRequest, Exchange } from '../exchange/exchange.ts';
import { http } from '../exchange/node-http.ts';
import type { ClientAddress } from './address.ts';
import type { ListenerParts } from './listener.ts';

/** Maximum wait for the rate limiter. */
const CHARGE_MS = 500;
/** Time in which further bytes are dropped: closing at once would lose the answer. */
const LINGER_MS = 1000;
/** Maximum length of a method, to recognise a request line. */
const REQUEST_LINE = /^[A-Z-]{1,24} (\S*)/;
const LONG_TARGET = 8192;

const CODES: Readonly<Record<string, TransportCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'PAYLOAD_TOO_LARGE',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

type ParserError = Error & Readonly<{ code?: string; rawPacket?: Buffer }>;
type Deps = Pick<ListenerParts, 'refusals' | 'ids' | 'log' | 'addresses' | 'transport'>;

/** Answers requests that Node's parser refuses, in JSON and with all general headers, directly on the socket. */
export class ParserErrors {
  readonly #deps: Deps;
  readonly #answered = new WeakSet<Duplex>();
  readonly #underWay = new WeakMap<Duplex, Exchange>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Records the last exchange of a connection: later bytes must not be answered before it. */
  follow(exchange: Exchange): void {
    this.#underWay.set(exchange.request.socket, exchange);
  }

  answer(error: ParserError, socket: Duplex): void {
    if (this.#answered.has(socket)) return;
    this.#answered.add(socket);
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE' || !socket.writable) {
      socket.destroy();
      return;
    }
    const before = this.#underWay.get(socket);
    if (before === undefined || before.response.writableFinished) void this.#write(socket, codeOf(error));
    else if (before.request.complete) before.response.once('finish', () => void this.#write(socket, codeOf(error)));
    else if (before.response.headersSent) socket.destroy();
    else {
      before.outcome.abandoned = true;
      void this.#write(socket, codeOf(error));
    }
  }

  async #write(socket: Duplex, code: TransportCode): Promise<void> {
    const { refusals, ids, log, addresses, transport } = this.#deps;
    const outcome: ChargedRequest['outcome'] = { standing: undefined, isCharged: false };
    const ip = addressOf(socket, addresses);
    const counted = { id: ids.uuid(), counted: true, ip, crossOrigin: [], transport, outcome };
    await Promise.race([refusals.note(counted), pause(CHARGE_MS)]);
    const refusal = refusals.of(new TransportError(code));
    log.info('a request that could not be read', {
      request_id: counted.id,
      status: refusal.status,
      code: refusal.code,
      ip: counted.ip,
    });
    if (!socket.writable) return;
    const text = JSON.stringify(errorBody(refusal, counted.id));
    const headers = generalHeaders(counted);
    headers.push('Content-Type', JSON_TYPE, 'Content-Length', `${Buffer.byteLength(text)}`, 'Connection', 'close');
    headers.push('Date', new Date().toUTCString());
    socket.end(`HTTP/1.1 ${refusal.status} ${http.STATUS_CODES[refusal.status] ?? ''}\r\n${block(headers)}\r\n${text}`);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }
}

function codeOf({ code = '', rawPacket }: ParserError): TransportCode {
  const known = CODES[code] ?? 'BAD_REQUEST';
  return known === 'HEADERS_TOO_LARGE' && isTargetTooLong(rawPacket) ? 'URI_TOO_LONG' : known;
}

/** Whether the request line exceeds the header size. Known only if the packet begins with it. */
function isTargetTooLong(packet: Buffer | undefined): boolean {
  const target = packet && REQUEST_LINE.exec(packet.toString('latin1'))?.[1];
  return target !== undefined && target.length > LONG_TARGET;
}

function block(headers: readonly string[]): string {
  let text = '';
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return text;
}

const addressOf = (socket: Duplex, addresses: ClientAddress): string =>
  addresses.ofConnection(socket instanceof Socket ? socket.remoteAddress : undefined);

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
