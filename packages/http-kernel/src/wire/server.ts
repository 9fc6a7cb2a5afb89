import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LiveSet } from '@strongroom/store-kit';
import { logAccess } from '../answer/access-log.ts';
import { type Exchange, ExchangeRequest, ExchangeResponse } from '../exchange/exchange.ts';
import { http } from '../exchange/node-http.ts';
import { Listener, type ListenerParts } from './listener.ts';
import { ParserErrors } from './parser-errors.ts';
import { Turns } from './turns.ts';

const SECOND = 1000;

/** The time limits of a client. Bodies have deadlines of their own: JSON 30 s in all, an upload 30 s without a byte. */
const OPTIONS = {
  headersTimeout: 15 * SECOND,
  requestTimeout: 3600 * SECOND,
  connectionsCheckingInterval: SECOND,
  keepAliveTimeout: 65 * SECOND,
  maxHeaderSize: 16_384,
  // Refused in JSON by `refuseMalformed`; Node's own answer has no body.
  requireHostHeader: false,
};

/** Time for running requests to finish when the server stops. */
const STOP_MS = 8 * SECOND;

/** Part of a drain in which each connection is closed after its answer. */
const CLOSING_PART = 0.8;

/** Time after a drain in which a request may still come on an open connection. */
const LAST_REQUEST_MS = SECOND;

/** Time in which the rest of a refused body is dropped: many clients that are cut off at once never read the answer. */
const DROP_MS = 10 * SECOND;

/** Time after which a connection that carries no byte in either direction is closed while a request is under way. */
const STALLED_MS = 120 * SECOND;

export type HttpTimeouts = Partial<
  Pick<typeof OPTIONS, 'headersTimeout' | 'connectionsCheckingInterval'> & { stopMs: number; stalledMs: number }
>;

/** A server of Node that answers all requests, malformed ones too, in JSON, and logs each. */
export class HttpServer {
  readonly #server: Server;
  readonly #underWay = new LiveSet<Exchange>();
  /** Bytes read from a connection when its last answer ended. */
  readonly #settledAt = new Map<Socket, number>();
  #isDraining = false;
  #closesAfterAnswer = false;
  #stopping: Promise<void> | undefined;
  readonly #stopMs: number;

  /** `times` in milliseconds: for tests, which cannot wait. */
  constructor(parts: ListenerParts, { stopMs = STOP_MS, stalledMs = STALLED_MS, ...times }: HttpTimeouts = {}) {
    this.#stopMs = stopMs;
    const listener = new Listener({
      ...parts,
      ended: (exchange) => {
        const { socket } = exchange.request;
        this.#underWay.delete(exchange);
        this.#settle(socket);
        if (!exchange.request.complete) {
          exchange.request.once('end', () => this.#settle(socket));
          dropRest(exchange);
        }
        logAccess(parts.log, exchange);
        parts.ended?.(exchange);
        turns.over(socket, exchange.response);
      },
    });
    const errors = new ParserErrors(parts);
    const turns = new Turns(({ request, response, awaitsContinue }) => {
      if (this.#closesAfterAnswer) response.shouldKeepAlive = false;
      const exchange = listener.receive(request, response, awaitsContinue);
      this.#underWay.add(exchange);
      errors.follow(exchange);
    });
    const receive = (request: ExchangeRequest, response: ServerResponse, awaitsContinue = false): void =>
      turns.arrive({ request, response, awaitsContinue });
    this.#server = http
      .createServer({
        ...OPTIONS,
        ...times,
        IncomingMessage: ExchangeRequest,
        ServerResponse: ExchangeResponse,
      })
      .on('request', (request, response) => receive(request, response))
      .on('checkContinue', (request, response) => receive(request, response, true))
      .on('checkExpectation', (request, response) => receive(request, response))
      .on('connect', (_request, socket) => errors.answer(new Error('CONNECT'), socket))
      .on('connection', (socket) => {
        this.#settledAt.set(socket, 0);
        turns.follow(socket);
        socket.once('close', () => this.#settledAt.delete(socket));
      })
      .on('clientError', (error, socket) => {
        const answer = (): void => errors.answer(error, socket);
        if (socket instanceof Socket) turns.afterWaiting(socket, answer);
        else answer();
      });
    this.#server.timeout = stalledMs;
    // Node calls this on close; its own version treats a connection as idle while its answer waits to be sent.
    this.#server.closeIdleConnections = () => undefined;
  }

  /** Resolves with its address. Rejects if it cannot listen: the address is taken, forbidden or not of this machine. */
  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, () => {
        this.#server.off('error', reject);
        const address = this.#server.address();
        if (address === null || typeof address === 'string') reject(new TypeError('not listening on a port'));
        else resolve(address);
      });
    });
  }

  /** Whether it serves its last requests. Readiness then says no, so that balancers choose another process. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /**
   * Still serves everything for this time, and closes each connection after its answer, so that clients open the next one
   * elsewhere. In the last fifth it keeps connections again: one that waits to be accepted when the server stops is reset,
   * so none should be opened then.
   */
  async drain(milliseconds: number): Promise<void> {
    this.#isDraining = true;
    this.#closeAfterAnswers();
    await pause(milliseconds * CLOSING_PART);
    this.#closesAfterAnswer = this.#stopping !== undefined;
    await pause(milliseconds * (1 - CLOSING_PART));
  }

  /** Refuses new connections, lets running requests finish, and after eight seconds by default cuts the rest. */
  stop(): Promise<void> {
    this.#stopping ??= this.#isDraining ? afterQueue(this.#server).then(() => this.#close()) : this.#close();
    return this.#stopping;
  }

  #close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closeAfterAnswers();
      const timers = [setTimeout(() => this.#server.closeAllConnections(), this.#stopMs)];
      // A balancer without a question to /readyz may have sent a request on a connection that was idle just now.
      if (this.#isDraining) timers.push(setTimeout(() => this.#closeIdleConnections(), LAST_REQUEST_MS));
      this.#server.close(() => {
        for (const timer of timers) clearTimeout(timer);
        resolve();
      });
      if (!this.#isDraining) this.#closeIdleConnections();
    });
  }

  #closeAfterAnswers(): void {
    this.#closesAfterAnswer = true;
    for (const { response } of this.#underWay) response.shouldKeepAlive = false;
  }

  /** Marks what was read from a connection as answered. Ends the connection if the server stops. */
  #settle(socket: Socket): void {
    if (this.#settledAt.has(socket)) this.#settledAt.set(socket, socket.bytesRead);
    // An answer that began before the stop has announced keep-alive.
    if (this.#stopping !== undefined && this.#closesAfterAnswer) socket.destroySoon();
  }

  /** A connection is idle when all bytes read were answered and the answer was sent. */
  #closeIdleConnections(): void {
    const busy = new Set([...this.#underWay].map(({ request }) => request.socket));
    for (const [socket, settledAt] of this.#settledAt)
      if (!busy.has(socket) && socket.bytesRead === settledAt) socket.destroy();
  }
}

/** Turns of the event loop, so that clients who keep connecting cannot delay the stop. */
const MAX_TURNS = 1000;

/** Resolves when no connection waits to be accepted. Node accepts one a turn; those that wait at a closed socket are reset. */
function afterQueue(server: Server): Promise<void> {
  return new Promise((resolve) => {
    let quiet = 0;
    const onConnection = (): void => {
      quiet = 0;
    };
    const look = (turn: number): void => {
      // The first turn may have begun before.
      if (++quiet <= 2 && turn < MAX_TURNS) setImmediate(look, turn + 1);
      else {
        server.off('connection', onConnection);
        resolve();
      }
    };
    server.on('connection', onConnection);
    look(0);
  });
}

function dropRest({ request }: Exchange): void {
  const { socket } = request;
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), DROP_MS).unref();
  // A timer that runs keeps the request in memory.
  request.once('close', () => clearTimeout(timer));
}
