import { connect, type Socket } from 'node:net';
import type { Answer } from './operations.ts';

/** The server is too busy, or a bound is met, and it asks for another try after a while. */
export class Refused extends Error {
  readonly status: string;
  readonly retryAfterMs: number;

  constructor(status: string, retryAfterMs: number) {
    super(`refused with ${status}, to be asked again after ${retryAfterMs} ms`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

const HEADER_END = Buffer.from('\r\n\r\n');
/** The end of an answer in chunks, whose text keeps their lengths. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * One persistent connection with one request at a time. A minimal HTTP client, so that the measuring process uses less
 * of the machine than the measured one.
 */
export class Connection {
  readonly #port: number;
  readonly #head: string;
  #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  constructor(port: number, token: string) {
    this.#head = ` HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;
    this.#port = port;
    this.#socket = this.#open();
  }

  /** Rejects for any status but 2xx: with Refused for 429 and 503 with Retry-After. */
  call(method: string, path: string, body?: unknown): Promise<Answer> {
    return new Promise((resolve, reject) => {
      // A server may close the connection with an answer.
      if (this.#socket.destroyed || this.#socket.readableEnded) this.#socket = this.#open();
      this.#settle = { resolve, reject };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json';
      const sent =
        body === undefined
          ? '\r\n'
          : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
      this.#socket.write(
        `${method} ${path}${this.#head}${method === 'POST' && body === undefined ? 'Content-Length: 0\r\n' : ''}${sent}`,
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #open(): Socket {
    return connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
      .on('data', (piece: Buffer) => this.#take(piece))
      .on('error', (error) => this.#settle?.reject(error))
      .on('close', () => this.#settle?.reject(new Error('the connection ended')));
  }

  #take(piece: Buffer): void {
    this.#received = this.#received.length === 0 ? piece : Buffer.concat([this.#received, piece]);
    const end = this.#received.indexOf(HEADER_END);
    if (end === -1) return;
    const head = this.#received.toString('latin1', 0, end);
    const start = end + HEADER_END.length;
    const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
    if (isChunked && !this.#received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return;
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const until = isChunked ? this.#received.length : start + length;
    if (this.#received.length < until) return;
    const answered = this.#received.subarray(start, until);
    this.#received = Buffer.alloc(0);
    const settle = this.#settle;
    this.#settle = undefined;
    if (head.charCodeAt(9) === 0x32) settle?.resolve({ text: () => answered.toString() });
    else settle?.reject(errorOf(head, answered));
  }
}

function errorOf(head: string, body: Buffer): Error {
  const [, seconds] = /\r\nretry-after: (\d+)/i.exec(head) ?? [];
  const [, status] = /^HTTP\/1\.1 (429|503) /.exec(head) ?? [];
  if (status !== undefined && seconds !== undefined) return new Refused(status, Number(seconds) * 1000);
  return new Error(`${head.slice(0, head.indexOf('\r'))} ${body.toString()}`);
}
