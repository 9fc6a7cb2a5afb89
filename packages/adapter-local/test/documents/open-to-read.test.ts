import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { EPOCH } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { openSqliteDocuments, openSqliteToRead } from '../../src/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'to-read-'));
});
afterEach(() => rm(folder, { recursive: true }));

const path = (name = 'documents.db'): string => join(folder, name);

const trace = async (): Promise<readonly string[]> =>
  Promise.all(
    (await readdir(folder)).toSorted().map(async (name) => {
      const { size, mtimeMs } = await stat(path(name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );

const THING = { id: 'a', version: 1, schema: 1, position: EPOCH, keys: [], uniqueKeys: [], body: { n: 1 } };

const read = async (): Promise<readonly unknown[]> => {
  const store = openSqliteToRead({ path: path() });
  try {
    const [found] = await store.read([{ collection: 'things', id: 'a' }]);
    await expect(store.commit([{ collection: 'things', remove: { id: 'a', version: 1 } }])).rejects.toThrow(
      Unavailable,
    );
    return [found?.body, (await store.audit.head()).size];
  } finally {
    await store.close();
  }
};

test('a reader opens a store in use and a closed one, refuses commits, and changes nothing in the folder', async () => {
  const writer = await openSqliteDocuments({ path: path() });
  await writer.commit([{ collection: 'things', insert: THING }]);
  const before = await trace();
  expect(await read()).toEqual([{ n: 1 }, 0]);
  expect(await trace()).toEqual(before);
  await writer.close();
  const closed = await trace();
  expect(await read()).toEqual([{ n: 1 }, 0]);
  expect(await trace()).toEqual(closed);
});

test('a reader refuses a file that is missing or is not a store, and creates none', async () => {
  expect(() => openSqliteToRead({ path: path('nowhere.db') })).toThrow('cannot be opened');
  await copyFile(import.meta.filename, path('other.db'));
  expect(() => openSqliteToRead({ path: path('other.db') })).toThrow('not an SQLite database');
  expect(await readdir(folder)).toEqual(['other.db']);
});
