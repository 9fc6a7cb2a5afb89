import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ProxyBelow = Readonly<{ url: string; end: () => Promise<void> }>;

/** A proxy that serves a service at its place, and below a path that it takes away. */
export async function proxyBelow(path: string, target: string): Promise<ProxyBelow> {
  const server = createServer((asked, answer) => {
    const { url = '/', method, headers } = asked;
    const passed = request(
      new URL(url.startsWith(`${path}/`) ? url.slice(path.length) : url, target),
      { method, headers },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
