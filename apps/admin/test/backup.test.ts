import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { aFolder, aService, aStoppedService, strongroomAdmin } from './setting.ts';

// Each of these tests runs the command several times, as processes.
const backUp = (data: string, to: string, ...more: readonly string[]) =>
  strongroomAdmin(['backup', '--data-dir', data, '--to', to, ...more]);
const restore = (from: string, data: string, ...more: readonly string[]) =>
  strongroomAdmin(['restore', '--from', from, '--data-dir', data, ...more]);

/** The key of the audit log is in no backup, so a restored service begins a new log. */
const beginLog = (data: string) => strongroomAdmin(['audit', 'restart', '--reason', 'restored', '--data-dir', data]);

test('a backup is taken while the service runs, is restored, and holds nothing secret', async () => {
  const service = await aService();
  const to = join(await aFolder(), 'backup');
  expect(await backUp(service.data, to)).toEqual({
    code: 0,
    out: `${to}: 0 rooms, 0 objects, 0 bytes, without keys\n`,
    err: '',
  });
  await service.close();
  expect((await readdir(to)).toSorted()).toEqual(['blobs', 'manifest.json', 'strongroom.db']);
  expect(JSON.parse(await readFile(join(to, 'manifest.json'), 'utf8'))).toMatchObject({
    version: JSON.parse(await readFile('package.json', 'utf8')).version,
    schema: 2,
  });
  const token = (await readFile(join(service.data, 'owner.token'), 'utf8')).trim();
  expect(await readFile(join(to, 'strongroom.db'), 'latin1')).not.toContain(token);

  const data = join(await aFolder(), 'data');
  const { code, out, err } = await restore(to, data);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(
    /^.*data: 0 rooms, 0 objects, 0 bytes\nEverything is as it was at 20.*Z\. .* is back\.\n.*`strongroom-admin audit restart`.*\n$/,
  );
  expect((await strongroomAdmin(['doctor', '--data-dir', data])).code).toBe(1); // without its keyring
  await rm(data, { recursive: true });
  expect((await restore(to, data, '--keys', join(service.data, 'keys'))).code).toBe(0);
  expect((await beginLog(data)).code).toBe(0);
  expect((await strongroomAdmin(['doctor', '--data-dir', data])).code).toBe(0);
});

test('a backup with keys is all that another machine needs to continue', async () => {
  const data = await aStoppedService();
  const folder = await aFolder();
  expect((await backUp(data, join(folder, 'b'), '--with-keys')).out).toMatch(/, with keys\n$/);
  await restore(join(folder, 'b'), join(folder, 'data'));
  const examined = async () => (await strongroomAdmin(['doctor', '--data-dir', join(folder, 'data')])).out;
  expect((await examined()).match(/^(warn|fail) +[a-z ]+?(?= {2})/gm)).toEqual(['fail  audit log']);
  const moved = await strongroomAdmin(['audit', 'continue', '--reason', 'moved', '--data-dir', join(folder, 'data')]);
  expect(moved).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^The log .* goes on after \d+ events?\.\n$/),
  });
  expect(await examined()).not.toMatch(/^(warn|fail)/m);
});

test.each([
  [['backup'], 2, /say where it goes: --to DIR/],
  [['restore'], 2, /say which backup: --from DIR/],
  [['backup', '--to', 'x', '--data-dir', '/nowhere'], 1, /there is no store at \/nowhere/],
  [['restore', '--from', '/nowhere', '--data-dir', 'x'], 1, /\/nowhere has no manifest\.json/],
])('backup and restore refuse %j', async (args, code, said) => {
  const cwd = await aFolder();
  const result = await strongroomAdmin(args, { cwd });
  expect(result).toMatchObject({ code, out: '', err: expect.stringMatching(said) });
  expect(result.err).toMatch(/^strongroom-admin: [^\n]+\n$/);
  expect(await readdir(cwd)).toEqual([]);
});

test.each([
  ['STRONGROOM_DOCUMENTS', 'mongodb'],
  ['STRONGROOM_BLOBS', 'gcs'],
])('backup refuses a folder without data to copy (%s=%s)', async (name, word) => {
  const data = await aStoppedService();
  const to = join(await aFolder(), 'backup');
  const result = await strongroomAdmin(['backup', '--data-dir', data, '--to', to], { env: { [name]: word } });
  expect(result).toMatchObject({ code: 1, err: expect.stringContaining(`${name} is ${word}`) });
});

test('backup reports a destination that is not empty and a missing keyring in one sentence', async () => {
  const data = await aStoppedService();
  const folder = await aFolder();
  await mkdir(join(folder, 'taken'));
  await writeFile(join(folder, 'taken', 'file'), '');
  expect((await backUp(data, join(folder, 'taken'))).err).toMatch(/^strongroom-admin: .*taken is not empty: .*\n$/);
  await backUp(data, join(folder, 'backup'));
  const result = await restore(join(folder, 'backup'), join(folder, 'data'), '--keys', join(folder, 'nokeys'));
  expect(result.err).toMatch(/^strongroom-admin: there is no keyring at .*nokeys\.\n$/);
  await expect(readdir(join(folder, 'data'))).rejects.toMatchObject({ code: 'ENOENT' });
});
