import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { boundedText } from '../src/http/bounded-text.ts';
import { Strongroom } from '../src/node/index.ts';

/** Answers of a server that is not the service. */

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const clientOf = async (listener: RequestListener) =>
  new Strongroom({ url: await serving(listener), token: 'srt_x', attempts: 1 });

describe('an answer', () => {
  test('without an end is given up', async () => {
    const piece = Buffer.alloc(1 << 20, 0x20);
    let sent = 0;
    const client = await clientOf((_, response) => {
      const more = (): void => {
        do sent += piece.length;
        while (response.write(piece));
      };
      response.on('drain', more);
      more();
    });
    await expect(client.rooms.list().page()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(sent).toBeLessThan(200 << 20);
  });

  test('that decompresses to more than the limit is given up', async () => {
    const packed = gzipSync(Buffer.alloc(100 << 20, 0x20));
    const url = await serving((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': packed.length }).end(packed),
    );
    await expect(boundedText(await fetch(url))).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  });

  test('is read whole at any usual size, compressed or not', async () => {
    const text = JSON.stringify({ data: 'é'.repeat(100_000) });
    const url = await serving((request, response) =>
      request.url === '/packed'
        ? response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(text))
        : response.writeHead(200, { 'Content-Length': Buffer.byteLength(text) }).end(text),
    );
    for (const path of ['/', '/packed']) expect(await boundedText(await fetch(url + path))).toBe(text);
  });
});

test('a line without an end is given up', async () => {
  const piece = Buffer.alloc(1 << 20, 0x61);
  const client = await clientOf((_, response) => {
    const more = (): void => {
      while (response.write(piece));
    };
    response.on('drain', more);
    more();
  });
  const read = async () => {
    for await (const event of client.audit.export()) expect(event).toBeUndefined();
  };
  await expect(read()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
});

test('a list whose cursor comes back is given up instead of read for ever', async () => {
  let asked = 0;
  const client = await clientOf((_, response) => {
    asked += 1;
    response.setHeader('Content-Type', 'application/json');
    response.end(asked > 50 ? '' : JSON.stringify({ data: [{}], meta: { next_cursor: 'same' } }));
  });
  await expect(client.rooms.list().all()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  expect(asked).toBe(2);
});
