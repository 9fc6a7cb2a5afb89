import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ExchangeRequest } from '../exchange/exchange.ts';

export type ArrivedRequest = Readonly<{ request: ExchangeRequest; response: ServerResponse; awaitsContinue: boolean }>;

/** Maximum number of requests that a connection may send ahead of the answer to its first. */
const MAX_AHEAD = 100;

type Line = { isBusy: boolean; waiting: ArrivedRequest[]; failed: (() => void) | undefined };

/**
 * Serves the requests of a connection one after another. Node hands on all requests of a packet at once, and keeps each answer in
 * memory until the client has read those before it: a few connections that read nothing would fill the memory of the process.
 */
export class Turns {
  readonly #lines = new Map<Socket, Line>();
  readonly #begin: (arrived: ArrivedRequest) => void;

  constructor(begin: (arrived: ArrivedRequest) => void) {
    this.#begin = begin;
  }

  /** Follows a connection until it is closed. */
  follow(socket: Socket): void {
    this.#lines.set(socket, { isBusy: false, waiting: [], failed: undefined });
    socket.once('close', () => this.#lines.delete(socket));
  }

  /** Begins a request, or lets it wait for those before it. Closes a connection that sends too many ahead. */
  arrive(arrived: ArrivedRequest): void {
    const { socket } = arrived.request;
    const line = this.#lines.get(socket);
    if (line === undefined || socket.destroyed) return;
    if (!line.isBusy) {
      line.isBusy = true;
      this.#begin(arrived);
    } else if (line.waiting.length < MAX_AHEAD) line.waiting.push(arrived);
    else {
      line.waiting = [];
      socket.destroy();
    }
  }

  /** Begins the next request of a connection. None follows an answer that closes it: it could not be answered. */
  over(socket: Socket, { shouldKeepAlive }: ServerResponse): void {
    const line = this.#lines.get(socket);
    if (line === undefined) return;
    if (!shouldKeepAlive || socket.destroyed) line.waiting = [];
    const next = line.waiting.shift();
    line.isBusy = next !== undefined;
    if (next !== undefined) this.#begin(next);
    if (line.waiting.length === 0) this.#fail(line);
  }

  /** Answers bytes that are not a request, once all requests before them have begun. */
  afterWaiting(socket: Socket, answer: () => void): void {
    const line = this.#lines.get(socket);
    if (line === undefined || line.waiting.length === 0 || socket.destroyed) answer();
    else line.failed = answer;
  }

  #fail(line: Line): void {
    const { failed } = line;
    line.failed = undefined;
    failed?.();
  }
}
