import { hash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  type Fetch,
  MAX_FILE_BYTES,
  type Strongroom,
  type StrongroomOptions,
  type UploadedFile,
} from '@strongroom/client';
import { someBytes } from '../support/encrypted-transfer.ts';
import { aRoomOf, type Served, serve } from './service.ts';

const TYPE = { content_type: 'application/octet-stream' };

let served: Served;
let room: string;
let folder: string;
beforeAll(async () => {
  served = await serve();
});
beforeEach(async () => {
  room = await aRoomOf(served.owner);
  folder = join(served.folder, room);
  await mkdir(folder);
});
afterAll(() => served.stop());

async function files(count: number): Promise<readonly string[]> {
  const paths = Array.from({ length: count }, (_, index) => join(folder, `file ${index}`));
  await Promise.all(paths.map((path, index) => writeFile(path, someBytes(index * 31))));
  return paths;
}

/** A client that counts its requests by their path. */
function counted(
  options: Partial<StrongroomOptions> = {},
): Readonly<{ client: Strongroom; asked: Map<string, number> }> {
  const asked = new Map<string, number>();
  const counting: Fetch = (url, init) => {
    const last = url.split('/').at(-1) ?? '';
    asked.set(last, (asked.get(last) ?? 0) + 1);
    return fetch(url, init);
  };
  return { client: served.as({ fetch: counting, ...options }), asked };
}

async function collected<T>(many: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const one of many) all.push(one);
  return all;
}

const outcomes = (many: AsyncIterable<UploadedFile>) => collected(many);

test('uploads and downloads 250 files with a few requests', async () => {
  const paths = await files(250);
  const { client, asked } = counted();
  const began = performance.now();
  const all = await outcomes(
    client.uploadFiles(
      room,
      paths.map((path) => ({ path, ...TYPE, folder: 'a/b' })),
    ),
  );
  expect(all.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(new Set(all.map(({ path }) => path))).toEqual(new Set(paths));
  // One request for each group, and one for each second that a group takes.
  const seconds = Math.ceil((performance.now() - began) / 1000);
  expect(new Set(asked.keys())).toEqual(new Set(['upload-urls', 'blobs', 'bulk-confirm']));
  // Up to fifty objects share a request; without company an object goes alone, by the http of Node.
  expect(asked.get('blobs')).toBeLessThan(125);
  expect(asked.get('upload-urls')).toBe(3);
  expect(asked.get('bulk-confirm')).toBeLessThanOrEqual(3 + seconds);
  const listed = await served.owner.files.list(room, { per_page: 100 }).all();
  expect(listed).toHaveLength(250);
  expect(new Set(listed.map((file) => file.folder))).toEqual(new Set(['a/b']));
  const some = listed.find(({ name }) => name === 'file 200');
  expect(Buffer.from(await served.owner.download(some?.id ?? '')).equals(someBytes(6200))).toBe(true);

  asked.clear();
  const wanted = listed.map(({ id, name, size }) => ({ id, size, path: join(folder, 'back', name) }));
  const back = await collected(client.downloadFiles(wanted));
  expect(back.filter(({ error }) => error !== undefined)).toEqual([]);
  const { 'blobs?read': answers = 250, ...calls } = Object.fromEntries(asked);
  expect([answers < 25, calls]).toEqual([true, { 'bulk-download-urls': 3 }]);
  for (const path of paths)
    expect((await readFile(join(folder, 'back', basename(path)))).equals(await readFile(path))).toBe(true);
  expect(await events('file.downloaded')).toBe(251);
});

test('a download of many files reports downloads that fail, and receives the others', async () => {
  const [first = '', second = '', third = ''] = await files(3);
  const sent = await outcomes(
    served.owner.uploadFiles(
      room,
      [first, second, third].map((path) => ({ path, ...TYPE })),
    ),
  );
  const idOf = (path: string) => sent.find((one) => one.path === path)?.file?.id ?? '';
  await served.owner.files.delete(idOf(second));
  const all = await collected(
    served.owner.downloadFiles([
      { id: idOf(first), path: join(folder, 'a') },
      { id: idOf(second), path: join(folder, 'b') },
      { id: idOf(third), path: first },
      { id: idOf(third), path: join(folder, 'c'), size: 1 },
    ]),
  );
  const codes = all.map(({ path, error }) => [basename(path), error?.code]);
  expect(codes).toHaveLength(4);
  expect(codes).toEqual(
    expect.arrayContaining([
      ['a', undefined],
      ['b', 'FILE_NOT_FOUND'],
      [basename(first), 'DESTINATION_EXISTS'],
      ['c', 'SIZE_DIFFERS'],
    ]),
  );
  expect(await events('file.downloaded')).toBe(2);
});

test('a download of many files hashes only the contents that it is asked to hash', async () => {
  const paths = await files(2);
  const sent = await outcomes(
    served.owner.uploadFiles(
      room,
      paths.map((path) => ({ path, ...TYPE })),
    ),
  );
  const hashes: (readonly [string, string | undefined])[] = [];
  await collected(
    served.owner.downloadFiles(
      sent.map(({ path, file }) => ({ id: file?.id ?? '', path: join(folder, 'back', basename(path)) })),
      {
        isHashed: ({ path }) => basename(path) === basename(paths[0] ?? ''),
        onSaved: async ({ path }, sha256) => void hashes.push([basename(path), sha256]),
      },
    ),
  );
  const [first = '', second = ''] = paths;
  expect(new Map(hashes)).toEqual(
    new Map([
      [basename(first), hash('sha256', await readFile(first))],
      [basename(second), undefined],
    ]),
  );
});

test('an upload of many files reports files that cannot be sent, and sends the others', async () => {
  const [first = '', gone = '', last = ''] = await files(3);
  await rm(gone);
  const items = [
    { path: first, ...TYPE },
    { path: gone, ...TYPE },
    { path: folder, ...TYPE },
    { path: last, ...TYPE, name: 'no/name' },
    { path: last, ...TYPE },
  ];
  const all = await outcomes(served.owner.uploadFiles(room, items));
  const results = all.map(({ path, file, error }) => [path, file?.name ?? error?.code]);
  expect(results).toHaveLength(5);
  expect(results).toEqual(
    expect.arrayContaining([
      [first, 'file 0'],
      [gone, 'SOURCE_UNREADABLE'],
      [folder, 'SOURCE_UNREADABLE'],
      [last, 'VALIDATION_ERROR'],
      [last, 'file 2'],
    ]),
  );
  expect((await served.owner.files.list(room).page()).meta.total).toBe(2);
});

/** Number of events of a type in the room. */
const events = async (type: 'file.upload_requested' | 'file.deleted' | 'file.downloaded'): Promise<number> =>
  (await served.owner.audit.events({ room_id: room, type }).page()).meta.total;

test('an upload of many files announces neither a folder nor a file that is too large', async () => {
  const large = join(folder, 'large');
  await writeFile(large, '');
  await truncate(large, MAX_FILE_BYTES + 1);
  const { client, asked } = counted();
  const all = await outcomes(
    client.uploadFiles(
      room,
      [folder, large].map((path) => ({ path, ...TYPE })),
    ),
  );
  expect(all.map(({ error }) => error?.code)).toEqual(['SOURCE_UNREADABLE', 'FILE_TOO_LARGE']);
  expect(asked.size).toBe(0);
});

test('an upload of many files removes an announced file that can no longer be sent', async () => {
  const [gone = '', grown = '', folded = '', kept = ''] = await files(4);
  const meddling: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (!url.endsWith('/upload-urls')) return response;
    await rm(gone);
    await appendFile(grown, 'more');
    await rm(folded);
    await mkdir(folded);
    return response;
  };
  const client = served.as({ fetch: meddling });
  const paths = [gone, grown, folded, kept];
  const all = await outcomes(
    client.uploadFiles(
      room,
      paths.map((path) => ({ path, ...TYPE })),
    ),
  );
  const codes = new Map(all.map(({ path, error }) => [path, error?.code]));
  expect(codes.get(gone)).toBe('SOURCE_UNREADABLE');
  expect(codes.get(grown)).toBe('SOURCE_CHANGED');
  expect(codes.get(folded)).toBe('SOURCE_UNREADABLE');
  expect(codes.get(kept)).toBeUndefined();
  expect(await events('file.upload_requested')).toBe(4);
  expect(await events('file.deleted')).toBe(3);
  expect((await served.owner.files.list(room).page()).meta.total).toBe(1);
});

test('an upload of many files throws an error that concerns all files', async () => {
  const paths = await files(3);
  await served.owner.rooms.archive(room);
  await expect(
    outcomes(
      served.owner.uploadFiles(
        room,
        paths.map((path) => ({ path, ...TYPE })),
      ),
    ),
  ).rejects.toMatchObject({
    code: 'ROOM_ARCHIVED',
  });
});

test('an upload of many files leaves nothing half done when the reader stops', async () => {
  const paths = await files(150);
  let seen = 0;
  for await (const { error } of served.owner.uploadFiles(
    room,
    paths.map((path) => ({ path, ...TYPE })),
    { parallel: 4 },
  )) {
    expect(error).toBeUndefined();
    if (++seen === 10) break;
  }
  const { total } = (await served.owner.files.list(room).page()).meta;
  // Some were confirmed together with the ten.
  expect(total).toBeGreaterThanOrEqual(10);
  expect(total).toBeLessThan(150);
  expect((await served.owner.rooms.delete(room)).files_destroyed).toBe(total);
});

test('an upload of many files announces nothing without key management', async () => {
  const { client, asked } = counted({ unwrap: undefined });
  const [path = ''] = await files(1);
  await expect(outcomes(client.uploadFiles(room, [{ path, ...TYPE }]))).rejects.toMatchObject({
    code: 'NO_KEY_MANAGEMENT',
  });
  expect(asked.size).toBe(0);
});

test('a transfer rejects with the reason of an abort', async () => {
  const paths = await files(60);
  const stop = new AbortController();
  const reading = async () => {
    for await (const _ of served.owner.uploadFiles(
      room,
      paths.map((path) => ({ path, ...TYPE })),
      { signal: stop.signal },
    ))
      stop.abort(new Error('no longer wanted'));
  };
  await expect(reading()).rejects.toThrow('no longer wanted');
});

test('a transfer reports progress file by file', async () => {
  const [path = ''] = await files(1);
  await writeFile(path, someBytes(1000));
  const reports: unknown[] = [];
  const onProgress = (...progress: readonly unknown[]) => reports.push(progress);
  await outcomes(served.owner.uploadFiles(room, [{ path, ...TYPE }], { onProgress }));
  expect(reports.at(-1)).toEqual([path, { transferred: 1000, total: 1000 }]);
});
