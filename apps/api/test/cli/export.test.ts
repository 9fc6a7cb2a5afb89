import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pythonWith } from '@strongroom/test-servers/python';
import { build, ROOT } from '../support/built.ts';
import { anOffice, contentsOf, type Desk, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

const run = promisify(execFile);
let office: Office;
let owner: Desk;
let key: string;
let python: string;
beforeAll(async () => {
  await build();
  python = join(await pythonWith(['cryptography==50.0.2'], env), 'python');
  office = await anOffice(undefined, QuickDesk);
  owner = office.owner;
  key = (await owner.output(['audit', 'key'])).trim();
}, 300_000);
afterAll(() => office.end());

const at = (...path: readonly string[]): string => join(owner.home, ...path);

/** A room with some files, and its export. */
async function exported(name: string): Promise<string> {
  await owner.output(['rooms', 'create', name]);
  await owner.write({ 'in/a.txt': 'a', 'in/2027/b.pdf': randomBytes(9000), 'in/.env': 'c', 'in/=cmd.csv': 'd' });
  await owner.output(['put', name, 'in/.']);
  await owner.output(['export', name, name]);
  return name;
}

const verify = (folder: string, ...more: readonly string[]) => owner.run(['audit', 'verify', folder, ...more]);
const byPython = (folder: string): Promise<Readonly<{ code: number; out: string }>> =>
  run(python, ['-B', join(ROOT, 'examples/verify-a-binder/verify.py'), at(folder), key]).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout + error.stderr,
    }),
  );

test('export writes every file with the record of the room, and verify checks it offline, also by programs of others', async () => {
  const room = await exported('whole');
  const files = await contentsOf(at(room, 'files'));
  expect(Object.keys(files)).toEqual(['2027/b.pdf', '=cmd.csv', '_.env', 'a.txt']);
  expect(files['a.txt']?.toString()).toBe('a');
  await run('sha256sum', ['--check', '--strict', '--quiet', 'MANIFEST.sha256'], { cwd: at(room) });
  const verified = await verify(room, '--key', key, '--json');
  expect([verified.code, JSON.parse(verified.out)]).toMatchObject([
    0,
    { verdict: 'intact', room: { name: room }, files: 4, log: { key_from: 'options' } },
  ]);
  expect(await verify(room)).toMatchObject({ code: 0, err: expect.stringContaining('taken from the export') });
  // The owner of another room of the same name can make an export that verifies, too.
  const exporter = await owner.json(['whoami']);
  const { id } = (JSON.parse(verified.out) as { room: { id: string } }).room;
  expect((await verify(room, '--key', key)).out).toMatch(
    new RegExp(`room ${id}, exported by ${String(exporter['id'])} at 20[^ ]+Z, event \\d+`, 'u'),
  );
  expect(await byPython(room)).toMatchObject({ code: 0, out: expect.stringContaining('intact: 4 files') });
  const index = await readFile(at(room, 'index.csv'), 'utf8');
  expect(index).toContain('"files/=cmd.csv","","\'=cmd.csv"');
}, 60_000);

test('export of a room with index numbers has them in names and tables', async () => {
  await owner.output(['rooms', 'create', 'numbered', '--numbers', 'fixed']);
  await owner.write({ 'papers/2027/b.pdf': 'b', 'papers/1 a.txt': 'a' });
  await owner.output(['put', 'numbered', 'papers/.']);
  await owner.output(['rooms', 'renumber', 'numbered', '--yes']);
  await owner.output(['export', 'numbered', 'numbered']);
  expect(Object.keys(await contentsOf(at('numbered', 'files')))).toEqual(['1 2027/1.1 b.pdf', '2 1 a.txt']);
  const index = await readFile(at('numbered', 'index.csv'), 'utf8');
  expect(index.split('\r\n').map((line) => line.split(',').slice(0, 2).join())).toEqual([
    expect.stringContaining('"index","path"'),
    '"1.1","files/1 2027/1.1 b.pdf"',
    '"2","files/2 1 a.txt"',
  ]);
  expect(await readFile(at('numbered', 'index.html'), 'utf8')).toContain('<tr><td>1.1<td>2027<td>');
  expect(await verify('numbered', '--key', key)).toMatchObject({ code: 0 });
}, 60_000);

test('export is recorded before the first key is released, and at the end with the hash of the manifest', async () => {
  const room = await exported('recorded');
  const events = (await readFile(at(room, 'record/events.jsonl'), 'utf8')).trimEnd().split('\n');
  const types = events.map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types.indexOf('room.exported')).toBeGreaterThan(-1);
  expect(types.indexOf('room.exported')).toBeLessThan(types.indexOf('file.downloaded'));
  const [ended, begun] = await owner.json(['audit', '--room', room, '--type', 'room.exported']);
  expect(begun).toMatchObject({ data: { files: 4 } });
  const manifest = await run('sha256sum', [at(room, 'MANIFEST.sha256')]);
  expect(ended).toMatchObject({ data: { files: 4, manifest_sha256: manifest.stdout.slice(0, 64) } });
}, 60_000);

type Change = (folder: string) => Promise<unknown>;
const changed = async (path: string, change: (text: string) => string): Promise<void> =>
  writeFile(path, change(await readFile(path, 'utf8')));

/** The lines of the manifest are those of the files again, so that only the record shows the change. */
async function renewManifest(folder: string): Promise<void> {
  const paths = Object.keys(await contentsOf(folder)).filter((path) => !/^(MANIFEST|exported)/u.test(path));
  const { stdout } = await run('sha256sum', paths, { cwd: folder });
  await writeFile(join(folder, 'MANIFEST.sha256'), stdout);
}

const TAMPERED: readonly (readonly [string, Change, string])[] = [
  ['a changed file', (folder) => writeFile(join(folder, 'files/a.txt'), 'b'), 'files/a.txt'],
  ['a missing file', (folder) => rm(join(folder, 'files/a.txt')), 'files/a.txt'],
  ['an added file', (folder) => writeFile(join(folder, 'files/new.txt'), 'n'), 'files/new.txt'],
  [
    'a file that became a link',
    async (folder) => {
      await rename(join(folder, 'files/a.txt'), join(folder, '../elsewhere.txt'));
      await symlink(join(folder, '../elsewhere.txt'), join(folder, 'files/a.txt'));
    },
    'files/a.txt',
  ],
  [
    'two files in each other\u2019s place',
    async (folder) => {
      await rename(join(folder, 'files/a.txt'), join(folder, '../a.txt'));
      await rename(join(folder, 'files/_.env'), join(folder, 'files/a.txt'));
      await rename(join(folder, '../a.txt'), join(folder, 'files/_.env'));
    },
    'is not the file that was exported',
  ],
  [
    'a file under another name, with its manifest',
    async (folder) => {
      await rename(join(folder, 'files/a.txt'), join(folder, 'files/b.txt'));
      await renewManifest(folder);
    },
    'MANIFEST.sha256',
  ],
  [
    'a file that became a pipe',
    async (folder) => {
      await rm(join(folder, 'files/a.txt'));
      await run('mkfifo', [join(folder, 'files/a.txt')]);
    },
    'files/a.txt',
  ],
  ['a file with a hole of a terabyte', (folder) => truncate(join(folder, 'files/a.txt'), 1024 ** 4), 'files/a.txt'],
  [
    'a part of the record with a hole of a terabyte',
    (folder) => truncate(join(folder, 'record/events.jsonl'), 1024 ** 4),
    'record/events.jsonl',
  ],
  [
    'a removed event with its proof, and a manifest without them',
    async (folder) => {
      const [first = ''] = (await readdir(join(folder, 'record'))).filter((name) => name.endsWith('.proof'));
      await rm(join(folder, 'record', first));
      await changed(join(folder, 'record/events.jsonl'), (text) =>
        text
          .split('\n')
          .filter((line) => !line.includes(`"seq":${first.replace('.proof', '')},`))
          .join('\n'),
      );
      await renewManifest(folder);
    },
    'MANIFEST.sha256',
  ],
  [
    'a changed file with its manifest',
    async (folder) => {
      await writeFile(join(folder, 'files/a.txt'), 'b');
      await renewManifest(folder);
    },
    'MANIFEST.sha256',
  ],
];

test('verify finds each change of an export', async () => {
  const room = await exported('changed');
  for (const [name, change, path] of TAMPERED) {
    await run('cp', ['-a', at(room), at('copy')]);
    await change(at('copy'));
    const found = await verify('copy', '--key', key);
    expect([name, found]).toMatchObject([name, { code: 1, err: expect.stringContaining(path) }]);
    expect([name, await byPython('copy')]).toMatchObject([name, { code: 1, out: expect.stringContaining(path) }]);
    await rm(at('copy'), { recursive: true });
  }
}, 90_000);

const NOT_JUDGED: readonly (readonly [string, Change, string])[] = [
  ['without its manifest', (folder) => rm(join(folder, 'MANIFEST.sha256')), 'MANIFEST.sha256'],
  [
    'with a folder in place of its manifest',
    async (folder) => {
      await rm(join(folder, 'MANIFEST.sha256'));
      await mkdir(join(folder, 'MANIFEST.sha256'));
    },
    'MANIFEST.sha256',
  ],
  [
    'with a pipe in place of its manifest',
    async (folder) => {
      await rm(join(folder, 'MANIFEST.sha256'));
      await run('mkfifo', [join(folder, 'MANIFEST.sha256')]);
    },
    'MANIFEST.sha256',
  ],
  [
    'whose manifest names a file outside of it',
    (folder) =>
      changed(join(folder, 'MANIFEST.sha256'), (text) => `${text}${'0'.repeat(64)}  files/../../precious.txt\n`),
    'MANIFEST.sha256',
  ],
  [
    'whose manifest names a file twice',
    (folder) => changed(join(folder, 'MANIFEST.sha256'), (text) => `${text}${text.split('\n')[0]}\n`),
    'MANIFEST.sha256',
  ],
  [
    'of which only the files and a proof under another name are left',
    async (folder) => {
      await rename(join(folder, 'exported.proof'), join(folder, '1.proof'));
      for (const name of ['MANIFEST.sha256', 'binder.json', 'index.csv', 'index.html', 'members.csv'])
        await rm(join(folder, name));
    },
    'MANIFEST.sha256',
  ],
];

test('verify judges no export without a manifest, also if a proof is there', async () => {
  const room = await exported('cut');
  for (const [name, change, path] of NOT_JUDGED) {
    await run('cp', ['-a', at(room), at('copy')]);
    await change(at('copy'));
    const found = await verify('copy', '--key', key);
    expect([name, found]).toMatchObject([name, { code: 2, err: expect.stringContaining(path) }]);
    expect([name, await byPython('copy')]).toMatchObject([name, { code: 2 }]);
    await rm(at('copy'), { recursive: true });
  }
}, 90_000);

test('verify does not call an export tampered because it holds no key', async () => {
  const room = await exported('keyless');
  await writeFile(at(room, 'record/key'), 'no key\n');
  await renewManifest(at(room));
  expect(await verify(room)).toMatchObject({ code: 2, err: expect.stringContaining('record/key') });
}, 60_000);

test('verify compares the whole text of each event with its proof', async () => {
  const room = await exported('events');
  await run('cp', ['-a', at(room), at('texts')]);
  // An owner may export a room again: the seal is then of the changed manifest.
  await changed(at('texts', 'record/events.jsonl'), (text) =>
    text.replace('"type":"room.created"', '"type":"room.edited_"'),
  );
  await renewManifest(at('texts'));
  const { stdout } = await run('sha256sum', [at('texts', 'MANIFEST.sha256')]);
  const manifest = stdout.slice(0, 64);
  const { room: about } = JSON.parse((await verify(room, '--key', key, '--json')).out) as { room: { id: string } };
  const made = await office.caller.post(`/rooms/${about.id}/exports`, { files: 4, manifest_sha256: manifest });
  const proof = await owner.output(['audit', 'proofs', (made.body as { data: { id: string } }).data.id]);
  await writeFile(at('texts', 'exported.proof'), proof);
  expect(await verify('texts', '--key', key)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not the event'),
  });
  expect(await byPython('texts')).toMatchObject({ code: 1, out: expect.stringContaining('is not the event') });
}, 60_000);

test('export continues an interrupted one: it compares again, and removes files that left the room', async () => {
  const room = await exported('again');
  // With the size and the time of before, so that only its content shows the change.
  await run('cp', ['-p', at(room, 'files/a.txt'), at('before.txt')]);
  await writeFile(at(room, 'files/a.txt'), 'b');
  await run('touch', ['-r', at('before.txt'), at(room, 'files/a.txt')]);
  await rename(at(room, 'exported.proof'), at('earlier.proof'));
  expect(await verify(room, '--key', key)).toMatchObject({ code: 1 });
  await owner.output(['rm', room, '2027/b.pdf', '--yes']);
  await owner.write({ 'more/new.txt': 'new' });
  await owner.output(['put', room, 'more/.']);
  const again = await owner.json(['export', room, room]);
  expect(again).toMatchObject({ files: 4, failed: 0 });
  const files = await contentsOf(at(room, 'files'));
  expect([Object.keys(files), files['a.txt']?.toString()]).toEqual([['=cmd.csv', '_.env', 'a.txt', 'new.txt'], 'a']);
  expect(await readdir(at(room, 'files'))).not.toContain('2027');
  expect(await verify(room, '--key', key)).toMatchObject({ code: 0 });
  // The seal of an export is not that of a later one of the same room.
  await rename(at('earlier.proof'), at(room, 'exported.proof'));
  const earlier = expect.stringContaining('MANIFEST.sha256 is not the one');
  expect(await verify(room, '--key', key)).toMatchObject({ code: 1, err: earlier });
  expect(await byPython(room)).toMatchObject({ code: 1, out: earlier });
}, 60_000);

test('export writes into no folder with other things in it, and removes none of them', async () => {
  const room = await exported('others');
  await mkdir(at('mine'));
  await writeFile(at('mine/notes.txt'), 'mine');
  expect(await owner.run(['export', room, 'mine'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('not empty'),
  });
  await writeFile(at(room, 'files/notes.txt'), 'mine');
  expect(await owner.run(['export', room, room])).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not of this export'),
  });
  expect(await readFile(at(room, 'files/notes.txt'), 'utf8')).toBe('mine');
  await rm(at(room, 'files/notes.txt'));
  await writeFile(at('precious.txt'), 'mine');
  await rm(at(room, 'index.csv'));
  await symlink(at('precious.txt'), at(room, 'index.csv'));
  expect(await owner.run(['export', room, room])).toMatchObject({ code: 1, err: expect.stringContaining('index.csv') });
  expect(await readFile(at('precious.txt'), 'utf8')).toBe('mine');
  await owner.output(['rooms', 'create', 'other room']);
  expect(await owner.run(['export', 'other room', room])).toMatchObject({
    code: 1,
    err: expect.stringContaining('another room'),
  });
}, 60_000);

test('an owner who may not read the log as a whole exports without its key, and verifies with one from a reader', async () => {
  const { desk } = await office.person();
  await desk.output(['rooms', 'create', 'theirs']);
  await desk.write({ 'a.txt': 'a' });
  await desk.output(['put', 'theirs', 'a.txt']);
  expect(await desk.json(['export', 'theirs', 'out'])).toMatchObject({ files: 1, has_log_key: false });
  const folder = join(desk.home, 'out');
  expect(await verify(folder)).toMatchObject({ code: 2, err: expect.stringContaining('give --key') });
  expect(await verify(folder, '--key', key)).toMatchObject({ code: 0 });
}, 60_000);

test('a file whose path no disk holds fails alone', async () => {
  const room = await exported('deep');
  const [file] = (await owner.json(['ls', room])) as readonly [{ id: string }];
  const folder = Array.from({ length: 16 }, () => '\u{1f4c1}'.repeat(63)).join('/');
  expect(
    (await office.caller.patch(`/files/${file.id}`, { folder, name: `${'\u{1f4c1}'.repeat(60)}.txt` })).status,
  ).toBe(200);
  const { out, err } = await owner.run(['export', room, 'deep out', '--json']);
  expect([JSON.parse(out || '{}'), err]).toMatchObject([
    { files: 3, failed: 1 },
    expect.stringContaining('cannot be written (ENAMETOOLONG)'),
  ]);
  expect(await readFile(at('deep out', 'index.csv'), 'utf8')).toContain(file.id);
  expect(await verify('deep out', '--key', key)).toMatchObject({ code: 0 });
  expect(await byPython('deep out')).toMatchObject({ code: 0 });
}, 60_000);

test('only owners of the room export', async () => {
  const room = await exported('owned');
  const { desk, email } = await office.person();
  await owner.output(['members', 'add', room, email, '--role', 'contributor']);
  const { code, err } = await desk.run(['export', room, 'out']);
  expect([code, err]).toEqual([4, expect.stringContaining('Your role in this room')]);
  expect(await readdir(desk.home)).not.toContain('out');
}, 60_000);
