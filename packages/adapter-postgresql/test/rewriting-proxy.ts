import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Changes bytes on their way, as text in latin1; the length must stay. */
export type Rewrite = Readonly<{ sent?: (text: string) => string; answered?: (text: string) => string }>;

/** Stands before a PostgreSQL, so that it seems to be another version. Returns its port. */
export async function rewritingProxy(behind: number, rewrite: Rewrite) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect({ host: '127.0.0.1', port: behind });
    const pass = (from: Socket, to: Socket, change: (text: string) => string): void => {
      sockets.add(from);
      from.on('data', (bytes) => to.write(change(bytes.toString('latin1')), 'latin1'));
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    };
    pass(client, onward, rewrite.sent ?? ((text) => text));
    pass(onward, client, rewrite.answered ?? ((text) => text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    end: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
