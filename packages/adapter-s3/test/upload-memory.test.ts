import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Instant, plus } from '@strongroom/domain';
import { type BlobAddress, type BlobGateway, type BlobKey, type BlobStore, Unavailable } from '@strongroom/ports';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { openS3Blobs } from '../src/index.ts';
import { bucketAccess, MAX_COMPILE_MS } from './setting.ts';

const MIB = 1024 * 1024;
const PART = 5 * MIB;
const now = Date.now() as Instant;

let server: S3Server;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
  server = await startVersitygw(process.env);
}, MAX_COMPILE_MS);
afterAll(() => server?.stop());

let store: BlobStore & BlobGateway;
beforeEach(async () => {
  store = await openS3Blobs({
    ...bucketAccess(server, await newBucket(server)),
    baseUrl: () => 'http://127.0.0.1:8080',
    signingKey: new Uint8Array(32),
    clock: { now: () => now },
    prefix: '',
    uploadMemory: 3 * PART,
  });
});

async function addressOf(name: string, size: number): Promise<BlobAddress> {
  const url = await store.signUpload({ key: name as BlobKey, size: size - 16, expiresAt: plus(now, 600_000) });
  const { pathname, search } = new URL(url);
  return { path: pathname.slice('/blobs/'.length), query: search.slice(1) };
}

const sizeOf = async (name: string) => (await store.stat(name as BlobKey))?.size;

async function* whole(bytes: number): AsyncGenerator<Uint8Array> {
  const content = randomBytes(bytes);
  for (let at = 0; at < bytes; at += 64 * 1024) yield content.subarray(at, at + 64 * 1024);
}

/** An upload that sends some bytes and waits for a sign before it sends the others. */
async function slowUpload(name: string, size: number, sent: number) {
  let goOn = (): void => undefined;
  const sign = new Promise<void>((resolve) => (goOn = resolve));
  let stopped = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (stopped = resolve));
  async function* body(): AsyncGenerator<Uint8Array> {
    yield randomBytes(sent);
    stopped();
    await sign;
    yield* whole(size - sent);
  }
  const done = store.put(await addressOf(name, size), body());
  await waiting;
  return { done, goOn };
}

test('many slow uploads hold a bounded memory, and those beyond it are refused before a byte is read', async () => {
  const slow = await Promise.all(['a', 'b', 'c'].map((name) => slowUpload(name, 6 * MIB, 4 * MIB)));
  let isRead = false;
  async function* body(): AsyncGenerator<Uint8Array> {
    isRead = true;
    yield* whole(2 * MIB);
  }
  const address = await addressOf('d', 2 * MIB);
  await expect(store.put(address, body())).rejects.toThrow(Unavailable);
  expect(isRead).toBe(false);
  slow[0]?.goOn();
  await slow[0]?.done;
  expect(await sizeOf('a')).toBe(6 * MIB);
  await store.put(address, whole(2 * MIB));
  expect(await sizeOf('d')).toBe(2 * MIB);
  for (const { goOn } of slow) goOn();
  await Promise.all(slow.map(({ done }) => done));
});

test('an upload without memory for a second part arrives whole, one part after the other', async () => {
  const slow = await Promise.all(['a', 'b'].map((name) => slowUpload(name, 6 * MIB, MIB)));
  await store.put(await addressOf('c', 12 * MIB), whole(12 * MIB));
  expect(await sizeOf('c')).toBe(12 * MIB);
  for (const { goOn } of slow) goOn();
  await Promise.all(slow.map(({ done }) => done));
  expect([await sizeOf('a'), await sizeOf('b')]).toEqual([6 * MIB, 6 * MIB]);
});

test('an upload that is interrupted returns its memory', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* whole(6 * MIB);
    throw new Error('the sender went away');
  }
  for (let time = 0; time < 4; time++)
    await expect(store.put(await addressOf(`broken-${time}`, 12 * MIB), broken())).rejects.toThrow('went away');
  const three = ['a', 'b', 'c'].map(async (name) => store.put(await addressOf(name, 6 * MIB), whole(6 * MIB)));
  await Promise.all(three);
  expect(await sizeOf('c')).toBe(6 * MIB);
});
