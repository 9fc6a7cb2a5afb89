import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pathInFolder } from '@strongroom/client';
import { someBytes } from '../support/encrypted-transfer.ts';
import { aRoomOf, type Served, serve } from './service.ts';

let served: Served;
let room: string;
beforeAll(async () => {
  served = await serve();
  room = await aRoomOf(served.owner);
});
afterAll(() => served.stop());

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const SIZES = [0, 1, 16, 65_536, 1_000_003];
const BINARY = { content_type: 'application/octet-stream' };

test.each(SIZES)('the client returns %i bytes unchanged from memory', async (size) => {
  const content = someBytes(size);
  const file = await served.owner.upload(room, { name: 'a.bin', ...BINARY }, content);
  expect(file).toMatchObject({ name: 'a.bin', size, status: 'available' });
  expect(hashOf(await served.owner.download(file.id))).toBe(hashOf(content));
});

test.each(SIZES)('the client returns %i bytes unchanged from file to file', async (size) => {
  const [from, to] = [join(served.folder, `from-${size}`), join(served.folder, 'new', 'folder', `to-${size}`)];
  await writeFile(from, someBytes(size));
  const file = await served.owner.uploadFile(room, from, BINARY);
  expect(file).toMatchObject({ name: `from-${size}`, size });
  expect(await served.owner.downloadFile(file.id, to)).toBe(size);
  expect(hashOf(await readFile(to))).toBe(hashOf(await readFile(from)));
  expect((await stat(to)).mode & 0o777).toBe(0o600);
});

test.each(SIZES)('the client returns %i bytes unchanged from stream to stream', async (size) => {
  const content = someBytes(size);
  const pieces = size === 0 ? [] : [content.subarray(0, size >> 1), content.subarray(size >> 1)];
  const file = await served.owner.uploadStream(room, { name: 's', ...BINARY }, Readable.from(pieces));
  expect(file.size).toBe(size);
  expect(hashOf(await buffer(await served.owner.downloadStream(file.id)))).toBe(hashOf(content));
});

test('uploads the bytes of a Blob unchanged', async () => {
  const file = await served.owner.upload(room, { name: 'b', ...BINARY }, new Blob(['ab', 'c']));
  expect(new TextDecoder().decode(await served.owner.download(file.id))).toBe('abc');
});

/** Common folders and names, and some hostile ones. */
const ODD = [
  'a/b/c/d/e/f/g/h/i/j/deep.txt',
  'with blank/äöü ß 漢字 🔒.txt',
  'quote \' and " and $HOME and `x`.txt',
  '-rf',
  'not-hidden/a.file',
  'con.txt',
  'empty',
  '100%25 & more?#.txt',
  'e\u0301 decomposed',
];

test('the client returns a folder of hundreds of files unchanged', async () => {
  const many = Array.from({ length: 240 }, (_, index) => `many/${index % 16}/file ${index}.bin`);
  const root = join(served.folder, 'folder');
  for (const [index, path] of [...ODD, ...many].entries()) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), path === 'empty' ? '' : someBytes(100 + index * 37));
  }
  const target = await aRoomOf(served.owner);
  const paths = await filesBelow(root);
  expect(paths).toHaveLength(ODD.length + many.length);
  await inParallel(8, paths, async (path) => {
    const folder = path.split('/').slice(0, -1).join('/');
    await served.owner.uploadFile(target, join(root, path), { ...BINARY, folder });
  });
  const back = join(served.folder, 'back');
  const listed = await served.owner.files.list(target, { per_page: 100 }).all();
  await inParallel(8, listed, (file) => served.owner.downloadFile(file.id, pathInFolder(back, file)));
  expect(await hashes(back)).toEqual(await hashes(root));
});

async function filesBelow(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1)).sort();
}

async function hashes(root: string): Promise<Readonly<Record<string, string>>> {
  const pairs = (await filesBelow(root)).map(async (path) => [path, hashOf(await readFile(join(root, path)))] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

async function inParallel<T>(width: number, items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
