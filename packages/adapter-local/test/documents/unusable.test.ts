import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { openDatabase } from '../../src/documents/sqlite-file.ts';
import { type DatabaseFault, openSqliteDocuments, StoreUnusable } from '../../src/index.ts';
import { inspectSqlite } from './inspect-sqlite.ts';
import { Process } from './processes.ts';
import { alter, fill, insert, read, thing, workplace } from './things.ts';

let place: Awaited<ReturnType<typeof workplace>>;

beforeEach(async () => {
  place = await workplace();
});
afterEach(() => place.clear());

const refusal = async (): Promise<unknown> => {
  const outcome = await openSqliteDocuments({ path: place.path }).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(StoreUnusable);
  return outcome;
};

/** The ways in which a file can be unusable as a store, by the code of the refusal. */
const ruins: readonly [code: DatabaseFault, what: string, ruin: () => void][] = [
  ['damaged', 'is no database at all', () => writeFileSync(place.path, 'not a database, but some text '.repeat(300))],
  ['damaged', 'lost its first page', () => writeFileSync(place.path, readFileSync(place.path).fill(0, 0, 4096))],
  ['damaged', 'was cut off in the middle', () => truncateSync(place.path, 16_384)],
  ['damaged', 'is empty', () => truncateSync(place.path, 0)],
  ['damaged', 'lost a table', () => alter(place.path, 'DROP TABLE keys')],
  ['newer-schema', 'was written by a later program', () => alter(place.path, 'PRAGMA user_version = 3')],
  ['older-schema', 'was written before version 0.2.0', () => alter(place.path, 'PRAGMA user_version = 1')],
  ['foreign', 'belongs to another program', () => alter(place.path, 'PRAGMA application_id = 1')],
  [
    'orphaned-log',
    'is gone although its log is there',
    () => {
      renameSync(place.path, `${place.path}-wal`);
    },
  ],
  [
    'orphaned-log',
    'is empty although its log is not',
    () => {
      renameSync(place.path, `${place.path}-wal`);
      writeFileSync(place.path, '');
    },
  ],
  [
    'unreachable',
    'is a folder',
    () => {
      rmSync(place.path);
      mkdirSync(place.path);
    },
  ],
];

describe('a file that cannot be the store', () => {
  test.each(ruins)('is refused as %s when it %s, and left as it is', async (code, _what, ruin) => {
    await fill(place.path);
    ruin();
    const isFile = existsSync(place.path) && code !== 'unreachable';
    const before = isFile ? readFileSync(place.path) : undefined;
    expect(await refusal()).toMatchObject({ code, path: place.path });
    expect(await refusal()).toMatchObject({ message: expect.stringMatching(/^\/.*: [a-z].*\.$/) });
    expect(before === undefined ? !isFile : readFileSync(place.path).equals(before)).toBe(true);
    expect(inspectSqlite(place.path).problems).toHaveLength(1);
  });

  test('is refused as unreachable when its folder is a file', async () => {
    writeFileSync(place.path, '');
    place = { ...place, path: join(place.path, 'documents.db') };
    expect(await refusal()).toMatchObject({ code: 'unreachable' });
  });

  test('is refused as read-only when it, or its folder, cannot be written to', async () => {
    await fill(place.path);
    for (const [file, folder] of [
      [0o444, 0o755],
      [0o666, 0o555],
    ] as const) {
      chmodSync(place.path, file);
      chmodSync(place.folder, folder);
      const other = Process.startBoundByModes('open', place.path);
      expect(await other.next()).toBe('read-only');
      await other.end();
    }
    chmodSync(place.folder, 0o755);
  });
});

describe('a file that is moved away while it is open', () => {
  test('fails the check, because what is written there is lost', async () => {
    const store = await openSqliteDocuments({ path: place.path });
    await store.check();
    renameSync(place.path, join(place.folder, 'elsewhere.db'));
    await expect(store.check()).rejects.toBeInstanceOf(Unavailable);
    await store.close();
  });
});

describe('a missing file', () => {
  test('is not created again when it vanishes while it is being opened', () => {
    expect(() => openDatabase(place.path)).toThrow('the database is missing');
    expect(existsSync(place.path)).toBe(false);
  });

  test('may have any name', async () => {
    place = { ...place, path: join(place.folder, 'a ?mode=memory&#%41 é.db') };
    const store = await openSqliteDocuments({ path: place.path });
    await store.commit([insert(thing('a'))]);
    await store.close();
    expect(inspectSqlite(place.path)).toMatchObject({ problems: [], documents: 1 });
  });

  test('is made with its folder, for this user only', async () => {
    place = { ...place, path: join(place.folder, 'new', 'folder', 'documents.db') };
    const store = await openSqliteDocuments({ path: place.path });
    await store.commit([insert(thing('a'))]);
    for (const file of [place.path, `${place.path}-wal`]) expect(statSync(file).mode & 0o077).toBe(0);
    expect(await read(store, 'a')).toEqual(thing('a'));
    await store.close();
    expect(inspectSqlite(place.path)).toMatchObject({ problems: [], documents: 1 });
  });
});
