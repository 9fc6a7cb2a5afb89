import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FileBlobStore, systemClock } from '@strongroom/adapter-local';
import { plus } from '@strongroom/domain';
import { exchangeOf } from '@strongroom/http-kernel';
import { blobKey } from '@strongroom/ports';
import type { ServiceServer } from '../../src/http/service-server.ts';
import { blobPath } from '../../src/http/system-routes/blobs.ts';
import { bareServer } from './bare-server.ts';

const SIZE = 20_000_000;

let door: ServiceServer;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-downloads-'));
  door = bareServer();
});
afterEach(async () => {
  await door.server.stop();
  await rm(folder, { recursive: true });
});

/** Files below the folder that this process has open. */
async function held(): Promise<readonly string[]> {
  const handles = await readdir('/proc/self/fd');
  const paths = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder) && path.includes('.blob'));
}

test('a download ends when the largest file would have arrived at 128 kbit/s, and its object is closed', async () => {
  const store = await FileBlobStore.open({
    folder,
    baseUrl: () => '',
    signingKey: new Uint8Array(32).fill(7),
    clock: systemClock,
  });
  const object = { key: blobKey('sealed/a'), expiresAt: plus(systemClock.now(), 60_000) };
  const address = (url: string) => ({ path: object.key, query: url.slice(url.indexOf('?') + 1) });
  async function* body() {
    yield Buffer.alloc(SIZE, 120);
  }
  await store.put(address(await store.signUpload({ ...object, size: SIZE })), body());
  let isSet: (alarm: Readonly<{ milliseconds: number; ring: () => void }>) => void = () => undefined;
  const alarm = new Promise<Parameters<typeof isSet>[0]>((resolve) => (isSet = resolve));
  let over: (failure?: unknown) => void = () => undefined;
  const served = new Promise<unknown>((resolve) => (over = resolve));
  const path = blobPath(store, (milliseconds, ring) => {
    isSet({ milliseconds, ring });
    return () => undefined;
  });
  door.open((request) => void path.serve(exchangeOf(request)).then(over, over));
  const { port } = await door.server.listen('127.0.0.1', 0);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${await store.signDownload(object)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  // The client takes the first bytes and then stops.
  await once(socket, 'data');
  socket.pause();
  const { milliseconds, ring } = await alarm;
  await store.delete(object.key);
  expect([milliseconds, await held()]).toEqual([8_192_000, [expect.stringMatching(/\(deleted\)$/)]]);
  ring();
  expect(await served).toBeUndefined();
  expect(await held()).toEqual([]);
  socket.destroy();
});
