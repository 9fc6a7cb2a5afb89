import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { GetObject } from '../src/content/object-parts.ts';
import { getObject } from '../src/content/objects.ts';
import { getStream, putStream } from '../src/node/object-requests.ts';

/** Longer than any piece takes, shorter than all of them. */
const TIMEOUT = 4000;
const PIECES = 8;

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === 'PUT')
      void text(request).then((body) => response.end(body.length === PIECES ? '' : 'short'));
    else void trickle((piece) => response.write(piece)).then(() => response.end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** A slow connection on which bytes keep arriving, as opposed to a dead one. */
async function trickle(write: (piece: string) => void): Promise<void> {
  for (let index = 0; index < PIECES; index++) {
    write('x');
    await pause(700);
  }
}

async function* pieces(): AsyncGenerator<Uint8Array, void> {
  for (let index = 0; index < PIECES; index++) {
    await pause(700);
    yield Buffer.from('x');
  }
}

async function whole<P extends Uint8Array>(get: GetObject<P>): Promise<string> {
  let all = '';
  await get(url, 0, (content) =>
    content((piece) => {
      all += Buffer.from(piece).toString();
      return undefined;
    }),
  );
  return all;
}

test('the client allows a transfer to take longer than the idle timeout', async () => {
  const limits = { timeout: TIMEOUT, signal: undefined };
  const [memory, streamed] = await Promise.all([
    whole(getObject({ ...limits, fetch })),
    whole(getStream(limits)),
    putStream(url, PIECES, pieces(), limits),
  ]);
  expect(memory).toBe('x'.repeat(PIECES));
  expect(streamed).toBe('x'.repeat(PIECES));
});
