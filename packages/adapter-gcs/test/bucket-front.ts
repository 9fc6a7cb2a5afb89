import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FIT_SETTINGS } from './stand-in/bucket.ts';

/** A proxy before a fake Cloud Storage that adds the bucket settings which the fake does not store. */
export class BucketFront {
  readonly #server = createServer((request, response) => this.#pass(request, response));
  readonly #behind: number;

  private constructor(behind: number) {
    this.#behind = behind;
  }

  static async before(port: number): Promise<BucketFront> {
    const front = new BucketFront(port);
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async make(bucket: string): Promise<void> {
    const body = JSON.stringify({ name: bucket });
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${this.url}/storage/v1/b?project=p`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`a bucket was answered ${status}`);
  }

  /** Starts a PUT and breaks it off; the fake's reaction cannot be observed here. */
  readonly breakOff = async (url: string, bytes: Uint8Array, length?: number): Promise<void> => {
    const request = httpRequest(url, {
      method: 'PUT',
      headers: length === undefined ? {} : { 'content-length': length },
    });
    const closed = new Promise<void>((resolve) => {
      request.on('error', () => undefined).on('close', resolve);
    });
    request.write(bytes, () => request.destroy());
    await closed;
  };

  /** Cuts every connection, also of an unfinished PUT, which would block all other writes in the fake. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '' } = request;
    // The fake accepts signed addresses under this name only.
    const headers = { ...request.headers, host: 'storage.googleapis.com' };
    const isBucket = method === 'GET' && /^\/storage\/v1\/b\/[^/?]+(\?|$)/.test(url);
    const onward = httpRequest({ port: this.#behind, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      if (!isBucket) {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        return void answer.pipe(response);
      }
      answer.resume();
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(FIT_SETTINGS));
    });
    onward.on('error', () => response.destroy());
    request.on('error', () => onward.destroy()).pipe(onward);
  }
}
