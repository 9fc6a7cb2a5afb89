import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Instant } from '@strongroom/domain';
import { type BlobAddress, type BlobContent, type BlobGateway, BlobRefusal, type BlobStore } from '@strongroom/ports';
import { type BlobStoreHarness, fetchBlob } from './harness.ts';

const STATUS: Readonly<Record<BlobRefusal['code'], number>> = {
  SIGNATURE_INVALID: 403,
  URL_EXPIRED: 403,
  OBJECT_NOT_FOUND: 404,
  RANGE_NOT_SATISFIABLE: 416,
  PAYLOAD_TOO_LARGE: 413,
  STORAGE_FULL: 507,
  TOO_MANY_UPLOADS: 429,
};

/** Options of an embedded store in tests. The origin is known only after the server listens; the clock is fixed. */
export type EmbeddedBlobOptions = Readonly<{
  baseUrl: () => string;
  clock: { now: () => Instant };
  signingKey: Uint8Array;
  pageSize: number;
}>;

/**
 * Harness for a store without its own server: a small HTTP server on loopback serves its gateway. `makeFull` makes one on the same
 * objects that has no room left.
 */
export async function embeddedBlobs(
  make: (options: EmbeddedBlobOptions) => Promise<BlobStore & BlobGateway> | (BlobStore & BlobGateway),
  end: () => Promise<void> = async () => {},
  makeFull?: (options: EmbeddedBlobOptions) => Promise<BlobGateway> | BlobGateway,
): Promise<BlobStoreHarness> {
  let time = Date.UTC(2030, 0, 1);
  const now = (): Instant => time as Instant;
  const bridge = await Bridge.open();
  const options: EmbeddedBlobOptions = {
    baseUrl: () => bridge.url,
    clock: { now },
    signingKey: new Uint8Array(32).fill(7),
    pageSize: 4,
  };
  const store = await make(options);
  bridge.serve(store);
  return {
    store,
    pageSize: 4,
    now,
    reach: async (at) => {
      time = Math.max(time, at);
    },
    send: fetchBlob,
    lastFault: () => bridge.fault,
    ...(makeFull && { full: async () => makeFull(options) }),
    breakOff: (url, bytes, length) => bridge.breakOff(url, bytes, length),
    end: async () => {
      await bridge.close();
      await end();
    },
  };
}

class Bridge {
  readonly #server = createServer((request, response) => {
    const handled = this.#handle(request, response).finally(() => this.#underWay.delete(handled));
    this.#underWay.add(handled);
  });
  readonly #underWay = new Set<Promise<void>>();
  #gateway: BlobGateway | undefined;
  #fault: unknown;
  #arrived: (count: number) => void = () => {};

  static async open(): Promise<Bridge> {
    const bridge = new Bridge();
    bridge.#server.listen(0, '127.0.0.1');
    await once(bridge.#server, 'listening');
    return bridge;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The last error that was not a refusal. */
  get fault(): unknown {
    return this.#fault;
  }

  serve(gateway: BlobGateway): void {
    this.#gateway = gateway;
  }

  async breakOff(url: string, bytes: Uint8Array, length: number | undefined): Promise<void> {
    let arrived = 0;
    const whole = new Promise<void>((resolve) => {
      this.#arrived = (count) => {
        arrived += count;
        if (arrived >= bytes.length) resolve();
      };
    });
    const request = httpRequest(url, {
      method: 'PUT',
      headers: length === undefined ? {} : { 'content-length': length },
    });
    request.on('error', () => {}); // the connection is destroyed below
    request.write(bytes);
    await whole;
    request.destroy();
    await Promise.all(this.#underWay);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '', this.url);
    const address: BlobAddress = { path: pathname.slice('/blobs/'.length), query: search.slice(1) };
    try {
      await this.#answer(request, response, address);
    } catch (error) {
      // A closed connection gets no answer. Any error but a refusal is a bug in the store.
      if (!(error instanceof BlobRefusal)) this.#fault = error;
      if (!response.headersSent) response.writeHead(error instanceof BlobRefusal ? STATUS[error.code] : 500);
      response.end();
      request.resume();
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse, address: BlobAddress): Promise<void> {
    const gateway = this.#gateway;
    if (gateway === undefined) throw new Error('the bridge serves nothing yet');
    const range = request.headers.range;
    if (request.method === 'PUT') {
      const { etag } = await gateway.put(address, this.#counted(request));
      response.writeHead(200, { etag }).end();
    } else if (request.method === 'GET') {
      const { body, ...content } = await gateway.get(address, range);
      response.writeHead(content.range === undefined ? 200 : 206, headersOf(content));
      await pipeline(body, response);
    } else if (request.method === 'HEAD') {
      const content = await gateway.head(address, range);
      response.writeHead(content.range === undefined ? 200 : 206, headersOf(content)).end();
    } else {
      response.writeHead(405).end();
    }
  }

  /** Not destroyed when the store stops reading, because the response is still to be sent. */
  async *#counted(request: IncomingMessage): AsyncGenerator<Uint8Array> {
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      yield piece as Uint8Array;
      this.#arrived((piece as Uint8Array).length);
    }
  }
}

function headersOf({ etag, size, range }: Omit<BlobContent, 'body'>): Record<string, string | number> {
  if (range === undefined) return { etag, 'content-length': size };
  const { first, last } = range;
  return { etag, 'content-length': last - first + 1, 'content-range': `bytes ${first}-${last}/${size}` };
}
