import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { TakeInventory } from '../../src/backup/inventory.ts';
import { BackupRefused, openSqliteDocuments } from '../../src/index.ts';
import { insert, thing, upTo } from '../documents/things.ts';
import { filesBelow, inventory, objectFile, Place } from './setting.ts';

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const objects = (): Promise<readonly string[]> => filesBelow(join(place.path('backup'), 'blobs', 'objects'));

/** Changes between the copies of the database and of its objects, one per round. */
function meanwhile(...events: readonly (() => void)[]): Readonly<{ inventory: TakeInventory; rounds: () => number }> {
  let rounds = 0;
  return {
    rounds: () => rounds,
    inventory: (documents) => {
      const found = inventory(documents);
      events[rounds++]?.();
      return found;
    },
  };
}

test('a backup has the database, its objects, and a manifest', async () => {
  await place.addFile('one', 'first');
  await place.addFile('two', 'the second');
  await place.addRoom('room');
  const manifest = await place.backUp();
  expect(await filesBelow(place.path('backup'))).toEqual([
    'blobs/objects/at/_/on/e.blob',
    'blobs/objects/at/_/tw/o.blob',
    'manifest.json',
    'strongroom.db',
  ]);
  const database = await readFile(join(place.path('backup'), 'strongroom.db'));
  expect(manifest).toEqual({
    format: 1,
    key_service: null,
    schema: 2,
    version: '1.2.3',
    made_at: '2030-03-17T17:46:40.000Z',
    database: { bytes: database.length, sha256: createHash('sha256').update(database).digest('hex') },
    rooms: 1,
    objects: 2,
    object_bytes: 15,
    with_keys: false,
    lost_objects: [],
  });
  for (const id of ['one', 'two'])
    expect(await readFile(objectFile(place.path('backup'), `at/${id}`))).toEqual(
      await readFile(objectFile(place.data, `at/${id}`)),
    );
});

test('a backup creates files for this user only', async () => {
  await place.addFile('one', 'first');
  await place.addRoom('room');
  await place.backUp({ withKeys: true });
  const names = ['', ...(await filesBelow(place.path('backup'))), 'keys', 'blobs', 'blobs/objects/at'];
  for (const name of names) expect((await stat(join(place.path('backup'), name))).mode & 0o077).toBe(0);
});

test('a backup does not change the source', async () => {
  await place.addFile('one', 'first');
  await place.documents.close();
  const before = await filesBelow(place.data);
  const database = await readFile(join(place.data, 'strongroom.db'));
  await place.backUp();
  expect((await filesBelow(place.data)).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(before);
  expect(await readFile(join(place.data, 'strongroom.db'))).toEqual(database);
});

test('a backup includes a commit during the copy whole or not at all', async () => {
  const both = (n: number) => [insert(thing(`a${n}`, 'x'.repeat(500))), insert(thing(`b${n}`, 'x'.repeat(500)))];
  for (const n of upTo(30)) await place.documents.commit(upTo(100).flatMap((m) => both(100 * n + m)));
  const enough = new AbortController();
  let written = 3000;
  const writer = (async () => {
    while (!enough.signal.aborted) await place.documents.commit(both(written++));
  })();
  await place.backUp();
  enough.abort();
  await writer;
  const copy = new DatabaseSync(join(place.path('backup'), 'strongroom.db'), { readOnly: true });
  const count = (letter: string) =>
    Number(copy.prepare('SELECT count(*) AS n FROM documents WHERE id GLOB ?').get(`${letter}*`)?.n);
  const found = [count('a'), count('b')];
  copy.close();
  expect(found[0]).toBeGreaterThanOrEqual(3000);
  expect(found[1]).toBe(found[0]);
});

test('a backup leaves out a file deleted between the two copies, and its object', async () => {
  await place.addFile('one', 'first');
  await place.addFile('two', 'second');
  await place.addFile('three', 'third');
  const { inventory: deleting, rounds } = meanwhile(() => place.removeNow('two'));
  const manifest = await place.backUp({ inventory: deleting });
  expect(rounds()).toBe(2);
  expect(manifest).toMatchObject({ objects: 2, lost_objects: [] });
  expect(await objects()).toHaveLength(2);
});

test('a backup removes objects of an earlier round that a later one does not name', async () => {
  for (const id of ['one', 'two', 'three']) await place.addFile(id, id);
  const { inventory: deleting, rounds } = meanwhile(() => {
    place.removeNow('one');
    place.removeDocument('two');
  });
  await place.backUp({ inventory: deleting });
  expect(rounds()).toBe(2);
  expect(await objects()).toEqual(['at/_/th/ree.blob']);
});

test('a backup records an object that the service lost, and backs up the rest', async () => {
  await place.addFile('one', 'first');
  await place.addFile('two', 'second');
  await place.addFile('three', 'third');
  place.loseNow('two');
  await writeFile(objectFile(place.data, 'at/three'), 'no object');
  expect(await place.backUp()).toMatchObject({ objects: 1, lost_objects: ['at/three', 'at/two'] });
});

test('a backup includes an unconfirmed upload if present, and does not count it as lost otherwise', async () => {
  await place.putObject('up/there', 'text');
  for (const object of ['up/there', 'up/missing'])
    await place.documents.commit([insert(thing(object.replace('/', '-'), { object }))]);
  expect(await place.backUp()).toMatchObject({ objects: 1, lost_objects: [] });
});

test('a backup leaves out an object that no document names', async () => {
  await place.putObject('at/nobody', 'text');
  await place.backUp();
  expect(await objects()).toEqual([]);
});

test('a backup includes active and destroyed keys and the secret on request, and no partial file', async () => {
  const living = (await place.addRoom('room')).replace('local:', '');
  const destroyed = await place.addRoom('gone');
  await place.destroyKey(destroyed);
  place.removeDocument('gone');
  for (const name of ['service.secret', `${living}.dying`, '.aside.tmp'])
    await writeFile(join(place.data, 'keys', name), name);
  await place.backUp({ withKeys: true });
  expect(await filesBelow(join(place.path('backup'), 'keys'))).toEqual(
    [`${living}.kek`, `${destroyed.replace('local:', '')}.destroyed`, 'service.secret'].toSorted(),
  );
});

test.each(['backup', 'a/file'])(
  'a backup rejects an existing destination, and leaves it unchanged: %s',
  async (name) => {
    await place.addFile('one', 'first');
    await place.backUp();
    const before = await filesBelow(place.path('backup'));
    await writeFile(place.path('a'), 'file');
    await expect(place.backUp({ to: place.path(name) })).rejects.toThrow(/is not empty/);
    expect(await filesBelow(place.path('backup'))).toEqual(before);
  },
);

test('a backup rejects a destination in the data folder, or the data folder itself', async () => {
  for (const to of [place.data, join(place.data, 'backup'), join(place.data, 'x', '..', 'y')])
    await expect(place.backUp({ to })).rejects.toBeInstanceOf(BackupRefused);
});

test.each([
  ['that is none', 'no database at all, only a text that is long enough', /not an SQLite database/],
  ['that is empty', '', /is empty/],
])('a backup rejects a database %s', async (_title, content, said) => {
  const path = place.path('other');
  await (await openSqliteDocuments({ path: join(path, 'strongroom.db') })).close();
  await writeFile(join(path, 'strongroom.db'), content);
  await expect(place.backUp({ dataDir: path })).rejects.toThrow(said);
});
