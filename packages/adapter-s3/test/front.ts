import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Replies in place of the S3 server; undefined passes the request on to the server. */
export type Reply = (
  method: string,
  url: URL,
  headers: IncomingHttpHeaders,
) => Readonly<{ status: number; body?: string }> | 'silence' | undefined;

/** Stands before an S3 server and answers chosen requests itself: settings and faults that the server does not have. */
export class Front {
  readonly #server = createServer((request, response) => this.#pass(request, response));
  readonly #behind: number;
  reply: Reply = () => undefined;

  private constructor(behind: number) {
    this.#behind = behind;
  }

  static async before(port: number): Promise<Front> {
    const front = new Front(port);
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
    if (own !== undefined) {
      request.resume();
      return void response.writeHead(own.status, { 'content-type': 'application/xml' }).end(own.body ?? '');
    }
    const onward = httpRequest({ port: this.#behind, host: '127.0.0.1', method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.on('error', () => onward.destroy()).pipe(onward);
  }
}

export const errorXml = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>refused</Message></Error>`;
