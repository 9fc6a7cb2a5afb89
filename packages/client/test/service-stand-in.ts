import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as received. */
export type Came = Readonly<{ method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }>;

/** Answers a request, or breaks its connection. */
export type Reaction =
  | Readonly<{ status: number; json?: unknown; headers?: Readonly<Record<string, string>>; bytes?: Buffer }>
  /** Sends less than announced, then breaks the connection, or says nothing more. */
  | Readonly<{
      length: number;
      cut: Buffer;
      status?: number;
      headers?: Readonly<Record<string, string>>;
      isSilent?: boolean;
    }>
  | 'break'
  | 'hang';

export type StandIn = Readonly<{ url: string; came: readonly Came[]; end: () => Promise<void> }>;

/** A server that reacts to each request as a test wants. */
export async function standIn(react: (came: Came, index: number) => Reaction | Promise<Reaction>): Promise<StandIn> {
  const came: Came[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: Buffer.concat(pieces) };
    const reaction = await react(one, came.push(one) - 1);
    if (reaction === 'hang') return;
    if (reaction === 'break') {
      request.socket.destroy();
      return;
    }
    if ('cut' in reaction) {
      response.writeHead(reaction.status ?? 200, { ...reaction.headers, 'Content-Length': reaction.length });
      response.write(reaction.cut, () => reaction.isSilent || request.socket.destroy());
      return;
    }
    const { status, json, headers: more, bytes } = reaction;
    response.writeHead(status, { ...(bytes ? {} : { 'Content-Type': 'application/json; charset=utf-8' }), ...more });
    response.end(bytes ?? JSON.stringify(json));
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, came, end: () => ended(server) };
}

function ended(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export const refusing = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Reaction => ({
  status,
  headers,
  json: { error: { code, message: `It is ${code}.`, status, request_id: 'the request' } },
});
export const giving = (data: unknown, meta?: unknown): Reaction => ({ status: 200, json: { data, meta } });
