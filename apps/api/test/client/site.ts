import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';

export type Site = Readonly<{ url: string; end: () => Promise<void> }>;
/** Reports of a page to its site, and the answers. */
type Listener = (text: string) => Promise<string>;

/** A third-party site: serves the library and its own pages, and takes reports from the pages. */
export async function openSite(
  library: string,
  pages: Readonly<Record<string, string>>,
  listeners: Readonly<Record<string, Listener>> = {},
): Promise<Site> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = normalize(new URL(request.url ?? '/', 'http://pages').pathname);
    const listener = listeners[path];
    if (request.method === 'POST' && listener !== undefined) {
      let text = '';
      for await (const piece of request) text += String(piece);
      response.end(await listener(text));
    } else if (pages[path] !== undefined) response.writeHead(200, { 'Content-Type': 'text/html' }).end(pages[path]);
    else {
      const text = await readFile(join(library, path)).catch(() => undefined);
      response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': 'text/javascript' }).end(text);
    }
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
