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
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { openDatabase } from '../../src/documents/sqlite-file.ts';
import { inspectSqlite, openSqliteDocuments, StoreUnusable, type Unusable } from '../../src/index.ts';
import { Process } from './processes.ts';
import { insert, read, THINGS, thing, upTo, workplace } from './things.ts';

let place: Awaited<ReturnType<typeof workplace>>;

beforeEach(async () => {
  place = await workplace();
});
afterEach(() => place.clear());

/** A store with enough documents to have pages of each kind. */
const filled = async (): Promise<void> => {
  const store = await openSqliteDocuments({ path: place.path });
  await store.commit(upTo(300).map((n) => insert(thing(`n${n}`, 'x'.repeat(300), ['k']))));
  await store.close();
};

const altered = (sql: string): void => {
  const database = new DatabaseSync(place.path);
  database.exec(sql);
  database.close();
};

const refusal = async (): Promise<unknown> => {
  const outcome = await openSqliteDocuments({ path: place.path }).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(StoreUnusable);
  return outcome;
};

/** The ways a file can be no store, by the code of the refusal. */
const ruins: readonly [code: Unusable, what: string, ruin: () => void][] = [
  ['damaged', 'is no database at all', () => writeFileSync(place.path, 'not a database, but some text '.repeat(300))],
  ['damaged', 'lost its first page', () => writeFileSync(place.path, readFileSync(place.path).fill(0, 0, 4096))],
  ['damaged', 'was cut off in the middle', () => truncateSync(place.path, 16_384)],
  ['damaged', 'is empty', () => truncateSync(place.path, 0)],
  ['damaged', 'lost a table', () => altered('DROP TABLE keys')],
  ['newer-schema', 'was written by a later program', () => altered('PRAGMA user_version = 2')],
  ['foreign', 'belongs to another program', () => altered('PRAGMA application_id = 1')],
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
    await filled();
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

  // Permissions do not bind root, so root lets another user try.
  test('is refused as read-only when it, or its folder, cannot be written to', async () => {
    await filled();
    const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    for (const [file, folder] of [
      [0o444, 0o755],
      [0o666, 0o555],
    ] as const) {
      chmodSync(place.path, file);
      chmodSync(place.folder, folder);
      const other = Process.start('open', place.path, 0, asNobody);
      expect(await other.next()).toBe('read-only');
      await other.end();
    }
    chmodSync(place.folder, 0o755);
  });
});

describe('damage inside a file that opens', () => {
  test('makes what it touches unavailable and is found by an inspection', async () => {
    await filled();
    const bytes = readFileSync(place.path);
    // The pages with the middle document and with its entry in the index; opening looks at the first of each table.
    for (let at = bytes.indexOf('thingsn150'); at >= 0; at = bytes.indexOf('thingsn150')) {
      bytes.fill(0xa5, at - (at % 4096), at - (at % 4096) + 4096);
    }
    writeFileSync(place.path, bytes);
    const store = await openSqliteDocuments({ path: place.path });
    await expect(store.read(upTo(300).map((n) => ({ collection: THINGS, id: `n${n}` })))).rejects.toBeInstanceOf(
      Unavailable,
    );
    await store.close();
    expect(inspectSqlite(place.path).problems).not.toEqual([]);
  });

  test.each([
    ['lists without their documents', "DELETE FROM documents WHERE id = 'n7'", 1],
    ['documents that no list would find', "DELETE FROM keys WHERE id IN ('n7', 'n8')", 1],
    ['documents that stand elsewhere in lists', "UPDATE documents SET position = 5 WHERE id = 'n7'", 2],
    ['unique keys of nobody', "INSERT INTO unique_keys VALUES ('things', 'u', 'n7')", 1],
    ['unique keys that are not kept', `UPDATE documents SET unique_keys = '["u"]' WHERE id = 'n7'`, 1],
    ['bodies that are not JSON', "UPDATE documents SET body = '{' WHERE id = 'n7'", 1],
  ])('%s are found by an inspection', async (_what, sql, problems) => {
    await filled();
    expect(inspectSqlite(place.path)).toMatchObject({ problems: [], documents: 300 });
    altered(sql);
    expect(inspectSqlite(place.path).problems).toHaveLength(problems);
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
  test('is not made anew when it goes while it is being opened', () => {
    expect(() => openDatabase(place.path)).toThrow('the database is gone');
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
