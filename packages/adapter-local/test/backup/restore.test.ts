import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openSqliteDocuments, restore } from '../../src/index.ts';
import { read } from '../documents/things.ts';
import { filesBelow, objectFile, Place } from './setting.ts';

let place: Place;
beforeEach(async () => {
  place = await Place.make();
  await place.addFile('one', 'first');
  await place.addFile('two', 'the second');
});
afterEach(() => place.end());

test('restore writes a backup into a folder, and does not change it', async () => {
  const manifest = await place.backUp();
  const before = await filesBelow(place.path('backup'));
  expect(await restore(place.restoring())).toMatchObject({ manifest, keyless: [] });
  expect(await filesBelow(place.path('backup'))).toEqual(before);
  const brought = before.filter((name) => name !== 'manifest.json');
  expect(await filesBelow(place.path('restored'))).toEqual([...brought, 'strongroom.id'].toSorted());
  const documents = await openSqliteDocuments({ path: join(place.path('restored'), 'strongroom.db') });
  expect(await read(documents, 'two')).toMatchObject({ body: { object: 'at/two', size: 10 } });
  await documents.close();
  expect(await readFile(objectFile(place.path('restored'), 'at/two'))).toEqual(
    await readFile(objectFile(place.data, 'at/two')),
  );
});

test('restore marks the folder as restored, and the mark stays when it is opened', async () => {
  const original = await place.documents.place();
  await place.backUp();
  await restore(place.restoring());
  const path = join(place.path('restored'), 'strongroom.db');
  for (let opening = 0; opening < 2; opening++) {
    const documents = await openSqliteDocuments({ path });
    expect(await documents.place()).toMatchObject({ isRestored: true });
    expect((await documents.place()).parts).not.toEqual(original.parts);
    await documents.close();
  }
});

test('restore runs repeatedly, and the restored folder is backed up again', async () => {
  await place.backUp();
  await restore(place.restoring());
  await restore(place.restoring({ dataDir: place.path('again') }));
  expect(await place.backUp({ dataDir: place.path('again'), to: place.path('second') })).toMatchObject({ objects: 2 });
});

test('restore reports rooms whose key is missing', async () => {
  const kept = await place.addRoom('kept');
  const destroyed = await place.addRoom('destroyed');
  await place.backUp();
  await place.destroyKey(destroyed);
  const without = await restore(place.restoring());
  expect(without.keyless.map(({ roomId }) => roomId).toSorted()).toEqual(['destroyed', 'kept']);
  const keys = join(place.data, 'keys');
  const { keyless } = await restore(place.restoring({ keys, dataDir: place.path('with-keys') }));
  expect(keyless).toEqual([{ roomId: 'destroyed', kmsKeyId: destroyed }]);
  expect(await filesBelow(join(place.path('with-keys'), 'keys'))).toContain(`${kept.slice('local:'.length)}.kek`);
});

test('restore writes the keys of the backup', async () => {
  await place.addRoom('room');
  await place.backUp({ withKeys: true });
  expect((await restore(place.restoring())).keyless).toEqual([]);
});

test('restore leaves out a key that is destroyed in the newest keyring', async () => {
  const key = await place.addRoom('room');
  await place.backUp({ withKeys: true });
  await place.destroyKey(key);
  const { keyless } = await restore(place.restoring({ keys: join(place.data, 'keys') }));
  expect(keyless).toEqual([{ roomId: 'room', kmsKeyId: key }]);
  expect((await filesBelow(join(place.path('restored'), 'keys'))).join()).not.toContain('.kek');
});

test.each([
  [
    'without its manifest',
    () => rm(join(place.path('backup'), 'manifest.json')),
    /no manifest\.json: it is not a backup/,
  ],
  ['with a manifest that is none', () => writeFile(manifestFile(), '{"format": 1}'), /manifest\.json is damaged/],
  ['with half a manifest', () => truncate(manifestFile(), 50), /manifest\.json is damaged/],
  ['of a later program', () => edit({ schema: 3, version: '9.0.0' }), /schema 2 only\. Use the program .* 9\.0\.0/],
  ['of a later format', () => edit({ format: 2 }), /reads format 1 and schema 2 only/],
  ['without its database', () => rm(databaseFile()), /is missing/],
  ['whose database was cut off', () => truncate(databaseFile(), 8192), /is damaged, or was changed after the backup/],
  ['whose database was changed', () => flip(databaseFile(), 5000), /is damaged, or was changed after the backup/],
  ['without an object', () => rm(objectFile(place.path('backup'), 'at/two')), /incomplete: .* 1, such as at\/two/],
  ['with half an object', () => truncate(objectFile(place.path('backup'), 'at/two'), 35), /such as at\/two/],
  ['with a file in place of an object', () => flip(objectFile(place.path('backup'), 'at/two'), 0), /such as at\/two/],
])('restore rejects a backup %s, and creates nothing', async (_title, damage, said) => {
  await place.backUp();
  await damage();
  await expect(restore(place.restoring())).rejects.toThrow(said);
  await expect(filesBelow(place.path('restored'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('restore rejects a database that was damaged before its backup', async () => {
  await place.backUp();
  const path = databaseFile();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA application_id = 7;');
  database.close();
  const bytes = await readFile(path);
  const { createHash } = await import('node:crypto');
  await edit({ database: { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') } });
  await expect(restore(place.restoring())).rejects.toThrow(/another program/);
});

test('restore rejects a folder that is not empty, and leaves it unchanged', async () => {
  await place.backUp();
  const before = await filesBelow(place.data);
  await expect(restore(place.restoring({ dataDir: place.data }))).rejects.toThrow(/is not empty/);
  expect(await filesBelow(place.data)).toEqual(before);
});

test('restore writes the rest of a backup with a lost object', async () => {
  place.loseNow('two');
  await place.backUp();
  expect((await restore(place.restoring())).manifest.lost_objects).toEqual(['at/two']);
});

const manifestFile = (): string => join(place.path('backup'), 'manifest.json');
const databaseFile = (): string => join(place.path('backup'), 'strongroom.db');

async function edit(differences: object): Promise<void> {
  const manifest = JSON.parse(await readFile(manifestFile(), 'utf8')) as object;
  await writeFile(manifestFile(), JSON.stringify({ ...manifest, ...differences }));
}

async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(path, bytes);
}
