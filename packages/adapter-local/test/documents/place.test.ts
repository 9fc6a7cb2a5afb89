import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openSqliteDocuments, openSqliteToRead } from '../../src/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-place-'));
});
afterEach(() => rm(folder, { recursive: true }));

const placeIn = async (name: string) => {
  const documents = await openSqliteDocuments({ path: join(folder, name) });
  const place = await documents.place();
  await documents.close();
  return place;
};

test('a database that is copied without its file is at another place', async () => {
  const original = await placeIn('a.db');
  await copyFile(join(folder, 'a.db'), join(folder, 'b.db'));
  expect((await placeIn('b.db')).parts).not.toEqual(original.parts);
  expect(await placeIn('a.db')).toEqual(original);
});

test('processes that open a new database at the same time are at the same place', async () => {
  const places = await Promise.all(Array.from({ length: 8 }, () => placeIn('a.db')));
  expect(new Set(places.map(({ parts }) => parts.file)).size).toBe(1);
});

test('a file that this program did not write marks a copy, and stays', async () => {
  await placeIn('a.db');
  await writeFile(join(folder, 'a.id'), 'x'.repeat(100));
  expect(await placeIn('a.db')).toEqual({ parts: { file: 'unreadable' }, isRestored: true });
  expect(await readFile(join(folder, 'a.id'), 'utf8')).toHaveLength(100);
});

test('a database that is only read gets no file', async () => {
  await placeIn('a.db');
  await rm(join(folder, 'a.id'));
  const documents = openSqliteToRead({ path: join(folder, 'a.db') });
  expect(await documents.place()).toEqual({ parts: { file: 'none' }, isRestored: false });
  await documents.close();
  await expect(readFile(join(folder, 'a.id'))).rejects.toMatchObject({ code: 'ENOENT' });
});
