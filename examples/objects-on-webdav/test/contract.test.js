import { once } from 'node:events';
import { createServer } from 'node:http';
import { blobStoreSuite, embeddedBlobs } from '@strongroom/contract-tests';
import { inspectBlobStore, openBlobStore } from '../src/index.js';
import { WebDav } from '../src/webdav.js';
import { WebDavBlobStore } from '../src/webdav-blob-store.js';
import { WebDavServer } from './webdav-server.js';

/** @type {WebDavServer} */
let server;
/** A server whose disk is full. */
const full = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(request.method === 'PUT' ? 507 : 201).end());
});
beforeAll(async () => {
  server = await WebDavServer.start();
  full.listen(0, '127.0.0.1');
  await once(full, 'listening');
});
afterAll(async () => {
  full.close();
  await server.stop();
});

const NOT_SHOWN = {
  'BS-24': 'the store joins no parts',
  'BS-25': 'the store joins no parts',
  'BS-26': 'the store joins no parts',
};

blobStoreSuite(
  'objects on a WebDAV server',
  async () => {
    const dav = new WebDav({ URL: await server.collection() });
    const harness = await embeddedBlobs(
      (options) => new WebDavBlobStore({ ...options, dav }),
      async () => undefined,
      (options) =>
        new WebDavBlobStore({ ...options, dav: new WebDav({ URL: `http://127.0.0.1:${full.address().port}/` }) }),
    );
    return { ...harness, serverBehind: true };
  },
  NOT_SHOWN,
);

const clock = { now: () => 1_900_000_000_000, pause: async () => undefined };

test('the doctor learns whether the server answers, and which setting is wrong', async () => {
  expect(await inspectBlobStore({ settings: { URL: server.url }, clock })).toMatchObject({ state: 'fits' });
  expect(await inspectBlobStore({ settings: { URL: 'http://127.0.0.1:1/' }, clock })).toMatchObject({
    state: 'unreachable',
  });
  expect(await inspectBlobStore({ settings: {}, clock })).toMatchObject({ state: 'unfit' });
  const opening = {
    settings: { URL: 'http://127.0.0.1:1/' },
    clock,
    baseUrl: () => '',
    signingKey: new Uint8Array(32),
  };
  await expect(openBlobStore(opening)).rejects.toMatchObject({ name: 'Unavailable' });
});
