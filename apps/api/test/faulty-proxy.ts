import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FaultyProxy = Readonly<{ baseUrl: string; end: () => void }>;

/** Forwards to a service, but asks for a room as whoever made it: so that everybody sees every room. */
export async function lettingEverybodySeeRooms(baseUrl: string): Promise<FaultyProxy> {
  const makers = new Map<string, string>();
  // oxlint-disable-next-line typescript/no-misused-promises -- what goes wrong here ends the test run, which is right
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const own = request.headers.authorization;
    const room = request.method === 'GET' ? /^\/rooms\/([^/?]+)$/.exec(path)?.[1] : undefined;
    const authorization = own === undefined ? undefined : (makers.get(room ?? '') ?? own);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const answer = await fetch(baseUrl + path, {
      method: request.method ?? 'GET',
      headers: {
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...(body.length === 0 ? {} : { 'Content-Type': request.headers['content-type'] ?? 'application/json' }),
      },
      ...(body.length === 0 ? {} : { body }),
    }).catch(() => undefined);
    if (answer === undefined) return response.writeHead(400).end();
    const made = path === '/rooms' && answer.status === 201 ? answer.headers.get('Location') : null;
    if (made !== null && own !== undefined) makers.set(made.split('/').at(-1) ?? '', own);
    const text = Buffer.from(await answer.arrayBuffer());
    const headers = [...answer.headers].filter(([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name));
    response.writeHead(answer.status, Object.fromEntries(headers)).end(text);
    return undefined;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
