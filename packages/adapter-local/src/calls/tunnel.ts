import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { CallFailed } from '@strongroom/ports';

type Way = Readonly<{ proxy: string; to: LookupAddress; port: number; deadline: AbortSignal }>;

/** A connection to an address by way of a proxy (RFC 9110 section 9.3.6). Throws CallFailed where the proxy makes none. */
export async function tunnel({ proxy, to: { address, family }, port, deadline }: Way): Promise<Socket> {
  const { request } = process.getBuiltinModule('node:http');
  const asked = request(proxy, {
    method: 'CONNECT',
    path: `${family === 6 ? `[${address}]` : address}:${port}`,
    agent: false,
    signal: deadline,
  });
  // A proxy that refuses answers as to any other method.
  asked.on('response', (response) => asked.destroy(new Error(`the proxy answered ${response.statusCode}`)));
  asked.end();
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the arguments of the event in Node's documentation
    const [answer, socket] = (await once(asked, 'connect')) as [IncomingMessage, Socket];
    if (answer.statusCode === 200) return socket;
    socket.destroy();
    throw new Error(`the proxy answered ${answer.statusCode}`);
  } catch (cause) {
    throw new CallFailed(deadline.aborted ? 'too_late' : 'unreachable', { cause });
  }
}
