import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of the service that records every byte a client sends. */
export type RecordingWay = Readonly<{
  url: string;
  /** Sets the target of the recorded requests, once it is known. */
  leadTo: (url: string) => void;
  sent: () => Buffer;
  end: () => void;
}>;

export async function recordingWay(): Promise<RecordingWay> {
  const pieces: Buffer[] = [];
  const sockets = new Set<Socket>();
  let port = 0;
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    from.on('data', (piece: Buffer) => pieces.push(piece));
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (url) => {
      port = Number(new URL(url).port);
    },
    sent: () => Buffer.concat(pieces),
    end: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
