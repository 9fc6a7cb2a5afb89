import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Names and values in turn, as they came. */
type RawHeaders = readonly string[];
export type Sent = Readonly<{ method: string; path: string; headers: RawHeaders; body: Buffer }>;
export type Told = Readonly<{ status: number; headers: RawHeaders; body: Buffer }>;

/** What a proxy does to what is asked and to what is answered. */
export type Alteration = Readonly<{
  sent?: (sent: Sent) => Sent;
  /** A promise holds the answer back until it is there. */
  told?: (told: Told, sent: Sent) => Told | Promise<Told>;
}>;
export type AlteringProxy = Readonly<{ url: string; end: () => void }>;

const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding|content-length)$/i;
/** More than the service takes, so that its own refusal comes through. */
const MAX_HEADER_BYTES = 65_536;

const pairs = (headers: RawHeaders): readonly (readonly [name: string, value: string])[] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []));

/** The first value of a header. */
export const headerIn = (headers: RawHeaders, wanted: string): string | undefined =>
  pairs(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

/** The headers with one set, or taken away. */
export const withValue = (headers: RawHeaders, wanted: string, value: string | undefined): RawHeaders => [
  ...pairs(headers)
    .filter(([name]) => name.toLowerCase() !== wanted.toLowerCase())
    .flat(),
  ...(value === undefined ? [] : [wanted, value]),
];

/** Stands before a service and alters what it is told to; everything else goes through as it came. `origin` is asked for at each call. */
export async function alteringProxy(
  origin: () => string,
  { sent: asked, told: answered }: Alteration,
): Promise<AlteringProxy> {
  const agent = new Agent({ keepAlive: false });
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const came = {
      method: request.method ?? 'GET',
      path: request.url ?? '',
      headers: request.rawHeaders,
      body: await bytesOf(request),
    };
    const sent = asked?.(came) ?? came;
    const heard = await forward(origin(), sent, agent);
    const told = (await answered?.(heard, sent)) ?? heard;
    const isBare = came.method === 'HEAD' || told.status === 204;
    const length = isBare ? headerIn(told.headers, 'content-length') : `${told.body.length}`;
    const headers = [
      ...ownHeaders(told.headers),
      ...(length === undefined || told.status === 204 ? [] : ['Content-Length', length]),
    ];
    response.writeHead(told.status, headers).end(isBare ? undefined : told.body);
  };
  // A client whose call was lost learns it from the connection, as without a proxy.
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

/** Without those of the connection itself. */
const ownHeaders = (headers: RawHeaders): string[] =>
  pairs(headers)
    .filter(([name]) => !HOP_BY_HOP.test(name))
    .flat();

async function forward(origin: string, { method, path, headers, body }: Sent, agent: Agent): Promise<Told> {
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
