import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { aFolder, aStoppedService, strongroomAdmin } from './setting.ts';

// Each of these tests runs the command as a process.
const NEWER =
  /This store was written by a newer version: it holds rooms of schema 7, and this version reads up to \d+\./;

let data: string;
beforeAll(async () => {
  data = await aStoppedService();
  const documents = await openSqliteDocuments({ path: join(data, 'strongroom.db') });
  const [noted] = await documents.read([{ collection: 'schemas', id: 'schemas' }]);
  if (noted === undefined) throw new Error('the store says nothing of its schemas');
  const { written } = noted.body as { written: Record<string, number> };
  const body = { written, begun: { ...written, rooms: 7 } };
  await documents.commit([{ collection: 'schemas', replace: { ...noted, version: noted.version + 1, body } }]);
  await documents.close();
});

test('the program does not back up a store of a newer version', async () => {
  const to = join(await aFolder(), 'backup');
  const { code, err } = await strongroomAdmin(['backup', '--data-dir', data, '--to', to]);
  expect([code, err]).toEqual([1, expect.stringMatching(NEWER)]);
  expect(await readdir(to).catch(() => [])).not.toContain('manifest.json');
});

test('owner-token creates no new token in a store of a newer version, and keeps the old one', async () => {
  const token = await readFile(join(data, 'owner.token'), 'utf8').catch(() => undefined);
  const { code, err } = await strongroomAdmin(['owner-token', '--new', '--data-dir', data]);
  expect([code, err]).toEqual([1, expect.stringMatching(NEWER)]);
  expect(await readFile(join(data, 'owner.token'), 'utf8').catch(() => undefined)).toBe(token);
});
