import { createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { fromBase64 } from '../src/content/bytes.ts';
import { sendFromMemory } from '../src/content/in-memory.ts';
import type { StoredSeal } from '../src/content/sealed.ts';
import type { UploadAddress } from '../src/content/send-parts.ts';
import { networkOf } from '../src/content/settings.ts';
import type { FileSource } from '../src/node/source.ts';
import { sendFrom } from '../src/node/transfers.ts';

const PART = 5 * 1024 * 1024;
const SIZE = 3 * PART + 2 * 1024 * 1024;
const CONTENT = new Uint8Array(randomBytes(SIZE));
const KEY = new Uint8Array(randomBytes(32));
const network = networkOf({ attempts: 1 });

/** Parts in the store, by iv and number. */
const stored = new Map<string, Map<number, Buffer>>();
/** Numbers of the parts that were sent, in their order. */
let sent: number[] = [];
/** The answer to the next PUT of that part. */
let trouble: Readonly<{ number: number; status: number }> | undefined;
let store: Server;
beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, iv = '', text = ''] = (request.url ?? '').split('/');
    const number = Number(text);
    const body = await buffer(request);
    sent.push(number);
    const { status = 200 } = trouble?.number === number ? trouble : {};
    if (status === 200) partsOf(decodeURIComponent(iv)).set(number, body);
    else trouble = undefined;
    response.writeHead(status).end();
  };
  store = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(store, 'listening');
});
beforeEach(() => {
  stored.clear();
  sent = [];
  trouble = undefined;
});
afterAll(() => void store.close());

const partsOf = (iv: string): Map<number, Buffer> => {
  const known = stored.get(iv) ?? new Map<number, Buffer>();
  stored.set(iv, known);
  return known;
};

const addressOf = (size: number): UploadAddress => ({
  url: 'http://127.0.0.1:1/whole',
  inParts: {
    size,
    ask: async (iv) => ({
      file_id: 'a-file',
      expires_at: '2030-01-01T00:00:00Z',
      parts: Array.from({ length: Math.ceil(SIZE / size) }, (_, index) => ({
        number: index + 1,
        size: Math.min(size, SIZE - index * size),
        upload_url: partsOf(iv).has(index + 1)
          ? null
          : `http://127.0.0.1:${(store.address() as AddressInfo).port}/${encodeURIComponent(iv)}/${index + 1}`,
      })),
    }),
  },
});
const address = addressOf(PART);

/** A source of the content, and of another one when it is read the `changed`th time, with another byte in the third part. */
function sourceOf(changed = Number.NaN): FileSource {
  let reads = 0;
  return {
    size: SIZE,
    close: async () => undefined,
    async *read() {
      const content = CONTENT.slice();
      if (++reads === changed) content[2 * PART] = (content[2 * PART] ?? 0) ^ 1;
      for (let from = 0; from < SIZE; from += 300_000) yield content.subarray(from, from + 300_000);
    },
  };
}

const sendSource = (source = sourceOf()): Promise<StoredSeal> => sendFrom(source, network, {}).send(address, KEY);
const sendMemory = async (): Promise<StoredSeal> => {
  const key = await crypto.subtle.importKey('raw', KEY, 'AES-GCM', false, ['encrypt']);
  return sendFromMemory(CONTENT, network, {}).send(address, key);
};

function opened({ iv, tag }: StoredSeal): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', KEY, fromBase64(iv, 12) ?? KEY);
  decipher.setAuthTag(fromBase64(tag, 16) ?? KEY);
  const parts = [...partsOf(iv)].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes);
  return Buffer.concat([decipher.update(Buffer.concat(parts)), decipher.final()]);
}

test('the parts of a source and of bytes in memory are one ciphertext with the same iv', async () => {
  const first = await sendSource();
  expect(opened(first).equals(CONTENT)).toBe(true);
  sent = [];
  expect(await sendMemory()).toEqual(first);
  expect(sent).toEqual([]);
  partsOf(first.iv).delete(2);
  expect(await sendMemory()).toEqual(first);
  expect(sent).toEqual([2]);
  expect(opened(first).equals(CONTENT)).toBe(true);
});

test('an interrupted upload continues with the part that is missing', async () => {
  trouble = { number: 3, status: 503 };
  await expect(sendSource()).rejects.toMatchObject({ status: 503 });
  sent = [];
  expect(opened(await sendSource()).equals(CONTENT)).toBe(true);
  expect(sent).toEqual([3, 4]);
});

test('parts that are smaller than what is sent at a time are whole, also when they are sent again', async () => {
  trouble = { number: 2, status: 403 };
  const seal = await sendFrom(sourceOf(), network, {}).send(addressOf(200_000), KEY);
  expect(opened(seal).equals(CONTENT)).toBe(true);
  expect(sent.slice(0, 4)).toEqual([1, 2, 2, 3]);
});

test('a part whose address has ended gets another one', async () => {
  trouble = { number: 2, status: 403 };
  expect(opened(await sendSource()).equals(CONTENT)).toBe(true);
  expect(sent).toEqual([1, 2, 2, 3, 4]);
});

test('a content that changed has another iv, and begins at the first part', async () => {
  const { iv } = await sendSource();
  sent = [];
  const changed: FileSource = { ...sourceOf(), read: () => sourceOf(1).read() };
  expect((await sendSource(changed)).iv).not.toBe(iv);
  expect(sent).toEqual([1, 2, 3, 4]);
});

test('no byte of a part leaves that changed after the iv was made', async () => {
  await expect(sendSource(sourceOf(2))).rejects.toMatchObject({ code: 'SOURCE_CHANGED' });
  expect(sent).toEqual([1, 2]);
});

test('the iv depends on the key, so that it tells nothing about the content', async () => {
  const { iv } = await sendSource();
  const other = await sendFrom(sourceOf(), network, {}).send(address, new Uint8Array(32).fill(1));
  expect(other.iv).not.toBe(iv);
});
