import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Replies in place of the S3 server; undefined passes the request on to the server, and `half` only half of its answer. */
export type ProxyReply = (
  method: string,
  url: URL,
  headers: IncomingHttpHeaders,
) => Readonly<{ status: number; body?: string; headers?: OutgoingHttpHeaders }> | 'silence' | 'half' | undefined;

/** Stands before an S3 server and answers chosen requests itself: settings and faults that the server does not have. */
export class S3Proxy {
  readonly #server = createServer((request, response) => this.#pass(request, response));
  readonly #behind: number;
  reply: ProxyReply = () => undefined;

  private constructor(behind: number) {
    this.#behind = behind;
  }

  static async before(port: number): Promise<S3Proxy> {
    const front = new S3Proxy(port);
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    return front;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url: path = '', headers } = request;
    const own = this.reply(method, new URL(path, this.endpoint), headers);
    if (own === 'silence') return void request.resume();
    if (own !== undefined && own !== 'half') {
      request.resume();
      const type = { 'content-type': 'application/xml' };
      return void response.writeHead(own.status, { ...type, ...own.headers }).end(own.body ?? '');
    }
    const onward = httpRequest({ port: this.#behind, host: '127.0.0.1', method, path, headers }, (answer) => {
      if (own === 'half') void sendHalf(answer, response);
      else answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
    });
    onward.on('error', () => response.destroy());
    request.on('error', () => onward.destroy()).pipe(onward);
  }
}

async function sendHalf(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const whole = await buffer(answer);
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  const { 'transfer-encoding': _, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 500, { ...headers, 'content-length': half.length }).end(half);
}

export const errorXml = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>refused</Message></Error>`;
