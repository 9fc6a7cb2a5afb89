import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { EPOCH } from '@strongroom/domain';
import { readPlaceBeside } from '../../src/documents/sqlite-place.ts';
import { BackupRefused, keyServiceIn, openSqliteDocuments, restore } from '../../src/index.ts';
import { Place } from './setting.ts';

let setting: Place;
let folder: string;
beforeEach(async () => {
  setting = await Place.make();
  folder = join(setting.data, 'key-service');
  await mkdir(join(folder, 'keys'), { recursive: true });
  for (const name of ['answers.key', 'audit.key', 'service.secret', 'audit.checkpoint'])
    await writeFile(join(folder, 'keys', name), `${name} of monday`, { mode: 0o600 });
  const record = await openSqliteDocuments({ path: join(folder, 'record.db') });
  const device = {
    id: 'd1',
    version: 1,
    schema: 1,
    position: EPOCH,
    keys: [],
    uniqueKeys: [],
    body: { name: 'laptop' },
  };
  await record.commit([{ collection: 'devices', insert: device }]);
  await record.close();
});
afterEach(() => setting.end());

const restored = (name: string) => join(setting.path('restored'), 'key-service', name);
const devices = (documents: (collection: string) => Iterable<{ body: unknown }>) =>
  [...documents('devices')].map(({ body }) => JSON.stringify(body));

test('the record of the key service is in every backup, its keys only where they are asked for', async () => {
  await setting.backUp();
  expect((await readdir(join(setting.path('backup'), 'key-service'))).toSorted()).toEqual(['record.db']);
  await setting.backUp({ to: setting.path('whole'), withKeys: true });
  expect((await readdir(join(setting.path('whole'), 'key-service/keys'))).toSorted()).toEqual([
    'answers.key',
    'audit.key',
    'service.secret',
  ]);
  const { mode } = await stat(join(setting.path('whole'), 'key-service/keys/answers.key'));
  expect(mode & 0o777).toBe(0o600);
});

test('a restored record is marked, and its devices and missing keys are named', async () => {
  await setting.backUp();
  const done = await restore(setting.restoring({ devices }));
  expect(done.keyService).toEqual({
    hasRecord: true,
    isKept: false,
    hasKeys: false,
    devices: ['{"name":"laptop"}'],
  });
  expect(await readPlaceBeside(restored('record.db'))).toMatchObject({ isRestored: true });
  expect(await keyServiceIn(restored(''))).toMatchObject({ hasRecord: true, hasKeys: false });
});

test('keys that were kept apart come back, and not the last checkpoint beside them', async () => {
  await setting.backUp();
  const { keyService } = await restore(setting.restoring({ keyServiceKeys: join(folder, 'keys') }));
  expect(keyService.hasKeys).toBe(true);
  expect((await readdir(restored('keys'))).toSorted()).toEqual(['answers.key', 'audit.key', 'service.secret']);
  expect(await readFile(restored('keys/answers.key'), 'utf8')).toBe('answers.key of monday');
});

test('a key service that is there already stays as it is', async () => {
  await setting.backUp({ withKeys: true });
  const before = await stat(join(folder, 'record.db'));
  const { keyService } = await restore(setting.restoring({ keyService: folder }));
  expect(keyService.isKept).toBe(true);
  expect((await stat(join(folder, 'record.db'))).mtimeMs).toBe(before.mtimeMs);
});

test('a backup with a damaged or missing record is refused before anything is written', async () => {
  await setting.backUp();
  const record = join(setting.path('backup'), 'key-service/record.db');
  await truncate(record, 4096);
  await expect(restore(setting.restoring())).rejects.toThrow(BackupRefused);
  await rm(record);
  await expect(restore(setting.restoring())).rejects.toThrow(BackupRefused);
  await expect(stat(setting.path('restored'))).rejects.toThrow('ENOENT');
});

test('a backup without a key service says so', async () => {
  await rm(folder, { recursive: true });
  await setting.backUp();
  const { keyService } = await restore(setting.restoring());
  expect(keyService).toMatchObject({ hasRecord: false, hasKeys: false });
});
