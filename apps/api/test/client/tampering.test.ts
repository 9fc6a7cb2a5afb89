import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Fetch, openLink, openLinkToFile, type Strongroom, StrongroomError } from '@strongroom/client';
import { someBytes } from '../support/encrypted-transfer.ts';
import { aRoomOf, type Served, serve } from './service.ts';

let served: Served;
let room: string;
beforeAll(async () => {
  served = await serve();
  room = await aRoomOf(served.owner);
});
afterAll(() => served.stop());

const CONTENT = someBytes(70_000);

/** Flips one bit of the bytes of a base64 text. */
function flipped(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64');
}

/** Flips one bit of this field in answers to the client. */
const flipping =
  (field: string): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init);
    if (!/\/download(-url)?$/.test(url)) return response;
    const { data } = (await response.json()) as { data: Record<string, string> };
    return Response.json({ data: { ...data, [field]: flipped(data[field] ?? '') } });
  };

/** The object files of the store. */
async function objects(): Promise<ReadonlySet<string>> {
  const entries = await readdir(join(served.data, 'blobs'), { recursive: true, withFileTypes: true });
  return new Set(entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)));
}

async function upload(): Promise<Readonly<{ id: string; object: string }>> {
  const before = await objects();
  const { id } = await served.owner.upload(room, { name: 'a', content_type: 'text/plain' }, CONTENT);
  const [object] = [...(await objects())].filter((path) => !before.has(path));
  return { id, object: object ?? '' };
}

async function flipOnDisk(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[40_000] = (bytes[40_000] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was released',
    (error: unknown) => (error instanceof StrongroomError ? error.code : String(error)),
  );

const WAYS: Readonly<Record<string, (client: Strongroom, id: string, path: string) => Promise<unknown>>> = {
  memory: (client, id) => client.download(id),
  'a file': (client, id, path) => client.downloadFile(id, path),
  'a file that is there': async (client, id, path) => {
    await writeFile(path, 'mine');
    await client.downloadFile(id, path, { overwrite: true });
  },
  'a stream': async (client, id) => buffer(await client.downloadStream(id)),
};

/** The contents of the folder for downloads, abbreviated. */
async function inFolder(): Promise<readonly string[]> {
  const names = (await readdir(served.folder)).filter((name) => name !== 'data');
  return Promise.all(
    names.map(async (name) => `${name}: ${(await readFile(join(served.folder, name), 'latin1')).slice(0, 9)}`),
  );
}

describe.each(Object.entries(WAYS))('a download to %s', (way, download) => {
  const destination = () => join(served.folder, 'destination');
  afterEach(() => rm(destination(), { force: true }));
  const left = way === 'a file that is there' ? ['destination: mine'] : [];

  test('releases unchanged content', async () => {
    const { id } = await upload();
    expect(await codeOf(download(served.owner, id, destination()))).toBe('it was released');
  });

  test.each([
    ['iv', 'CONTENT_NOT_AUTHENTIC'],
    ['tag', 'CONTENT_NOT_AUTHENTIC'],
    ['wrapped_dek', 'KEY_NOT_UNWRAPPED'],
  ])('rejects a flipped bit in %s as %s, and writes nothing', async (field, code) => {
    const { id } = await upload();
    expect(await codeOf(download(served.as({ fetch: flipping(field) }), id, destination()))).toBe(code);
    expect(await inFolder()).toEqual(left);
  });

  test('rejects a flipped bit in the ciphertext as CONTENT_NOT_AUTHENTIC, and writes nothing', async () => {
    const { id, object } = await upload();
    await flipOnDisk(object);
    expect(await codeOf(download(served.owner, id, destination()))).toBe('CONTENT_NOT_AUTHENTIC');
    expect(await inFolder()).toEqual(left);
  });
});

test('the client verifies the content of a link too', async () => {
  const { id, object } = await upload();
  const { url } = await served.owner.shareWithKey(id, { expires_in: 3600 });
  for (const field of ['iv', 'tag'])
    expect(await codeOf(openLink(url, { fetch: flipping(field) }))).toBe('CONTENT_NOT_AUTHENTIC');
  await flipOnDisk(object);
  expect(await codeOf(openLink(url))).toBe('CONTENT_NOT_AUTHENTIC');
  const path = join(served.folder, 'by-link');
  expect(await codeOf(openLinkToFile(url, path))).toBe('CONTENT_NOT_AUTHENTIC');
  expect(await inFolder()).toEqual([]);
});
