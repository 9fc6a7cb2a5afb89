import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { instant } from '@strongroom/domain';
import { keyServiceLink } from './key-service-link.ts';
import type { PublicAddress } from './public-address.ts';

let sent = 0;
let serve: (response: ServerResponse) => void = () => undefined;
const server = createServer((_, response) => serve(response));
let link: ReturnType<typeof keyServiceLink>['keyService'];

beforeEach(async () => {
  sent = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const keyServiceUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publicAddress = { url: 'https://rooms.example.com' } as PublicAddress;
  link = keyServiceLink({ keyServiceUrl }, publicAddress, { now: () => instant(0) }).keyService;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

test('the link to the key service reads a status', async () => {
  serve = (response) => response.end(JSON.stringify({ data: { proof: 'device', key: 'K' } }));
  expect(await link?.hint()).toEqual({ proof: 'device', key: 'K' });
});

test('the link to the key service stops at an answer that is too long, and does not wait for its end', async () => {
  const piece = Buffer.alloc(65_536, ' ');
  serve = (response) => {
    const more = (): void => {
      while (!response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return;
      }
    };
    response.on('drain', more);
    more();
  };
  expect(await link?.hint()).toBeNull();
  // The system holds some megabytes for a connection.
  expect(sent).toBeLessThan(16_000_000);
});

test.each(['no JSON', '{"data": 1}', '{"data": {"proof": 1, "key": null}}', '[]'])(
  'the link to the key service takes no status from %s',
  async (text) => {
    serve = (response) => response.end(text);
    expect(await link?.hint()).toBeNull();
  },
);
