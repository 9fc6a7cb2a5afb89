import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Alternating names and values, as received. */
type RawHeaders = readonly string[];
export type Sent = Readonly<{ method: string; path: string; headers: RawHeaders; body: Buffer }>;
export type Answered = Readonly<{ status: number; headers: RawHeaders; body: Buffer }>;

/** Changes that a proxy makes to requests and to answers. */
export type Alteration = Readonly<{
  sent?: (sent: Sent) => Sent;
  /** A promise delays the answer until it resolves. */
  answered?: (answer: Answered, sent: Sent) => Answered | Promise<Answered>;
}>;
export type AlteringProxy = Readonly<{ url: string; end: () => void }>;

const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding|content-length)$/i;
/** More than the service accepts, so that the service itself refuses. */
const MAX_HEADER_BYTES = 65_536;

const pairs = (headers: RawHeaders): readonly (readonly [name: string, value: string])[] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []));

/** The first value of a header. */
export const headerIn = (headers: RawHeaders, wanted: string): string | undefined =>
  pairs(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

/** Headers with one set or removed. */
export const withValue = (headers: RawHeaders, wanted: string, value: string | undefined): RawHeaders => [
  ...pairs(headers)
    .filter(([name]) => name.toLowerCase() !== wanted.toLowerCase())
    .flat(),
  ...(value === undefined ? [] : [wanted, value]),
];

/** A proxy that passes everything on except its alterations. Reads `origin` for each request. */
export async function alteringProxy(
  origin: () => string,
  { sent: alterRequest, answered: alterAnswer }: Alteration,
): Promise<AlteringProxy> {
  const agent = new Agent({ keepAlive: false });
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const came = {
      method: request.method ?? 'GET',
      path: request.url ?? '',
      headers: request.rawHeaders,
      body: await bytesOf(request),
    };
    const sent = alterRequest?.(came) ?? came;
    const heard = await forward(origin(), sent, agent);
    const answer = (await alterAnswer?.(heard, sent)) ?? heard;
    const isBare = came.method === 'HEAD' || answer.status === 204;
    const length = isBare ? headerIn(answer.headers, 'content-length') : `${answer.body.length}`;
    const headers = [
      ...ownHeaders(answer.headers),
      ...(length === undefined || answer.status === 204 ? [] : ['Content-Length', length]),
    ];
    response.writeHead(answer.status, headers).end(isBare ? undefined : answer.body);
  };
  // A failed call closes the client's connection, as without a proxy.
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    pass(request, response).catch(() => response.destroy());
  };
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, listener).on('checkExpectation', listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

/** The headers without hop-by-hop ones. */
const ownHeaders = (headers: RawHeaders): string[] =>
  pairs(headers)
    .filter(([name]) => !HOP_BY_HOP.test(name))
    .flat();

async function forward(origin: string, { method, path, headers, body }: Sent, agent: Agent): Promise<Answered> {
  const { hostname, port } = new URL(origin);
  const hasBody = body.length > 0 || headerIn(headers, 'content-length') !== undefined;
  return new Promise((resolve, reject) => {
    const request = ask({
      agent,
      hostname,
      port,
      method,
      path,
      headers: [...ownHeaders(headers), ...(hasBody ? ['Content-Length', `${body.length}`] : [])],
      setHost: false,
    });
    request.once('error', reject);
    request.once('response', (response) => {
      bytesOf(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, body: bytes }),
        reject,
      );
    });
    request.end(body);
  });
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
