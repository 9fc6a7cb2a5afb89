import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it came over the wire. */
export type WireRequest = Readonly<{
  method: string;
  url: string;
  /** Alternating names and values. */
  headers: readonly string[];
  body: Buffer;
}>;

/** A forward proxy for plain HTTP. It keeps every request that a browser sends, and passes it on unchanged. */
export class RecordingForward {
  readonly port: number;
  readonly requests: WireRequest[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('request', (request, response) => void this.#pass(request, response));
  }

  static async start(): Promise<RecordingForward> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RecordingForward(server);
  }

  end(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', rawHeaders: headers } = request;
    try {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const body = Buffer.concat(pieces);
      this.requests.push({ method, url, headers, body });
      const onward = ask(url, { method, headers });
      onward.end(body);
      const [answer] = (await once(onward, 'response')) as [IncomingMessage];
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    } catch {
      // The browser went away, or the service did: the page sees a broken connection, as without a proxy.
      response.destroy();
    }
  }
}
