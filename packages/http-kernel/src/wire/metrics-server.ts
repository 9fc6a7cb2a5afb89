import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { http } from '../exchange/node-http.ts';

type Print = () => Promise<Readonly<{ type: string; text: string }>>;

/** Serves GET /metrics and nothing else, on a port for the operator only. */
export class MetricsServer {
  readonly #server: Server;

  constructor(print: Print) {
    this.#server = http.createServer((request, response) => {
      if (request.url !== '/metrics' || request.method !== 'GET') {
        response.writeHead(404, { 'Content-Length': '0' }).end();
        return;
      }
      print().then(
        ({ type, text }) => response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text),
        () => response.writeHead(500, { 'Content-Length': '0' }).end(),
      );
    });
  }

  /** Resolves with its port. Rejects if it cannot listen. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, () => {
        this.#server.off('error', reject);
        const address: AddressInfo | string | null = this.#server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
