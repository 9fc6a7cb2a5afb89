import { readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { anOffice, type Desk, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

let office: Office;
let owner: Desk;
let room: string;
let rooms = 0;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
  owner = office.owner;
}, 120_000);
beforeEach(async () => {
  room = `Round ${++rooms}`;
  await owner.output(['rooms', 'create', room]);
  await owner.write({ [`in ${rooms}/1`]: 'price 100', [`in ${rooms}/2`]: 'two', [`in ${rooms}/3`]: 'three' });
  await owner.output(['put', room, `in ${rooms}/.`, '--to', 'sm']);
});
afterAll(() => office.end());

type Listed = Readonly<{ id: string; name: string; size: number }>;
const idsIn = async (): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(((await owner.json(['ls', room])) as Listed[]).map(({ id, name }) => [name, id]));

/** Gives a file another time of modification. */
const touch = (path: string): Promise<void> => utimes(join(owner.home, path), 1_700_000_000, 1_700_000_000);
const contentIn = (id: string): Promise<string> => owner.output(['get', room, id, '--to', '-']);

test('put sends exactly the file that was edited after a get, and keeps the ids', async () => {
  const before = await idsIn();
  const out = `out ${rooms}`;
  await owner.output(['get', room, 'sm', '--to', out]);
  // The size is unchanged, so it does not show the change.
  await owner.write({ [`${out}/1`]: 'price 900' });
  const refused = await owner.run(['put', room, `${out}/.`, '--to', 'sm']);
  expect(refused).toMatchObject({ code: 4, out: '' });
  expect(refused.err).toContain('sm/1: the room has a file there already, with other contents or another label.');
  expect(await owner.json(['put', room, `${out}/.`, '--to', 'sm', '--replace'])).toMatchObject({
    uploaded: 1,
    unchanged: 2,
    failed: 0,
  });
  const after = await idsIn();
  expect(after).toEqual(before);
  expect(await contentIn(after['1'] ?? '')).toBe('price 900');
});

test('put takes files that were only touched as unchanged', async () => {
  const before = await idsIn();
  for (const name of ['1', '2', '3']) await touch(`in ${rooms}/${name}`);
  expect(await owner.json(['put', room, `in ${rooms}/.`, '--to', 'sm'])).toMatchObject({ uploaded: 0, unchanged: 3 });
  expect(await idsIn()).toEqual(before);
});

test('put takes copies of the same contents elsewhere on this machine as unchanged, also after a get', async () => {
  const out = `out ${rooms}`;
  await owner.output(['get', room, 'sm', '--to', out]);
  await owner.write({ [`copy ${rooms}/2`]: await readFile(join(owner.home, out, '2'), 'utf8') });
  expect(await owner.json(['put', room, `copy ${rooms}/2`, '--to', 'sm'])).toMatchObject({ uploaded: 0, unchanged: 1 });
});

test('put sends a file of the same size and another content, of whatever time', async () => {
  await owner.write({ [`in ${rooms}/1`]: 'price 900' });
  await touch(`in ${rooms}/1`);
  expect(await owner.json(['put', room, `in ${rooms}/.`, '--to', 'sm', '--replace'])).toMatchObject({ uploaded: 1 });
  expect(await contentIn((await idsIn())['1'] ?? '')).toBe('price 900');
});

test('put gives a file with another label to the room, whatever its contents', async () => {
  await touch(`in ${rooms}/1`);
  const run = await owner.run(['put', room, `in ${rooms}/1`, '--to', 'sm', '--label', 'C4']);
  expect(run.code).toBe(4);
  expect(run.err).toContain('with other contents or another label');
});

test('put sends the same bytes of standard input once', async () => {
  const input = (text: string, ...more: readonly string[]) =>
    owner.run(['put', room, '-', '--name', 'dump', ...more], { input: text });
  const first = await input('rows');
  expect(first.code).toBe(0);
  expect(await input('rows')).toEqual(first);
  expect(await input('raws')).toMatchObject({ code: 4, out: '' });
  expect((await input('raws', '--replace')).code).toBe(0);
  expect(await contentIn((await idsIn())['dump'] ?? '')).toBe('raws');
  expect((await input('raws', '--again', '--keep-both')).out).not.toBe(first.out);
});

test('put --dry-run says that files cannot be compared where this machine knows nothing of them', async () => {
  const env = { XDG_STATE_HOME: join(owner.home, `another machine ${rooms}`) };
  const run = await owner.run(['put', room, `in ${rooms}/.`, '--to', 'sm'], { env });
  expect(run).toMatchObject({ code: 4, out: '' });
  expect(run.err).toContain('which cannot be compared, because this machine neither put nor downloaded it');
  expect(run.err).not.toContain('other contents');
});

test('the command line finds a file and a folder however their names are composed, and put takes them for the same', async () => {
  const [typed, composed] = [`caf\u00e9 ${rooms}`, `cafe\u0301 ${rooms}`];
  await owner.write({ [`before ${rooms}`]: 'old' });
  const [id] = (await owner.output(['put', room, `before ${rooms}`])).split('\t');
  // Earlier versions put this form from a Mac.
  await office.caller.patch(`/files/${id}`, { name: 'ma\u0308rz.txt', folder: composed });
  expect(await owner.output(['get', room, `${typed}/m\u00e4rz.txt`, '--to', '-'])).toBe('old');
  expect(await owner.output(['ls', room, typed])).toContain('ma\u0308rz.txt');
  await owner.write({ [`${composed}/ma\u0308rz.txt`]: 'new' });
  expect(await owner.run(['put', room, composed])).toMatchObject({ code: 4, out: '' });
  await owner.output(['put', room, composed, '--replace']);
  expect(await owner.output(['ls', room, typed])).toMatch(/^[^\n]*m\u00e4rz\.txt\n$/u);
});

test('a name that disks and rooms hold differently survives put, get and put, and its change is reported', async () => {
  const odd = ['back\\slash.txt', '契'.repeat(85), 'a:b?.txt', 'end. '];
  await owner.write(Object.fromEntries(odd.map((name) => [`odd ${rooms}/${name}`, name])));
  const put = await owner.run(['put', room, `odd ${rooms}/.`, '--to', 'odd']);
  expect(put.code).toBe(0);
  expect(put.err).toContain('1 file has another name in the room:');
  expect(put.err).toContain('back_slash.txt');
  const got = await owner.run(['get', room, 'odd', '--to', `odd out ${rooms}`]);
  expect(got).toMatchObject({ code: 0, err: '' });
  expect(await owner.json(['put', room, `odd out ${rooms}/.`, '--to', 'odd'])).toMatchObject({ unchanged: odd.length });
});

test('a name with a line break or a dash is found as the disk has it', async () => {
  const from = `dashed ${rooms}`;
  await owner.write({ [`${from}/new\nline.txt`]: 'a break', [`${from}/-rf`]: 'a dash' });
  const cwd = join(owner.home, from);
  const refused = await owner.run(['put', room, '-rf'], { cwd });
  expect(refused.err).toContain("unknown option '-rf'; a name that begins with a dash goes after `--`.");
  await owner.output(['put', room, '--', '-rf', 'new\nline.txt'], { cwd });
  expect(await owner.output(['get', room, '--to', '-', '--', '-rf'])).toBe('a dash');
  expect(await owner.output(['get', room, 'new\nline.txt', '--to', '-'])).toBe('a break');
  expect(await owner.output(['ls', room])).toContain('new_line.txt');
});

test('put and get keep when a file was changed last, from one disk to the other', async () => {
  await touch(`in ${rooms}/1`);
  await owner.output(['put', room, `in ${rooms}/1`, '--to', 'dated']);
  const moment = '2023-11-14T22:13:20Z';
  expect(await owner.json(['ls', room, 'dated'])).toMatchObject([{ modified_at: moment }]);
  expect(await owner.output(['ls', room, 'dated', '--long'])).toContain(`\t${moment}\t`);
  await owner.output(['get', room, 'dated/1', '--to', `dated ${rooms}`]);
  expect((await stat(join(owner.home, `dated ${rooms}`))).mtime).toEqual(new Date(moment));
});

test('links live on to files that did not change between a get and a put', async () => {
  const out = `linked ${rooms}`;
  const { id } = await owner.json(['share', room, 'sm/2']);
  await owner.output(['get', room, 'sm', '--to', out]);
  await owner.write({ [`${out}/1`]: 'price 900' });
  await owner.output(['put', room, `${out}/.`, '--to', 'sm', '--replace']);
  expect(await owner.json(['share', 'list', room])).toMatchObject([{ id }]);
});

test('put sends a file that got another name here back to its path in the room', async () => {
  await owner.write({ [`dots ${rooms}/.env`]: 'A=1', [`dots ${rooms}/.ssh/config`]: 'Host a' });
  await owner.output(['put', room, `dots ${rooms}/.`, '--to', 'dots']);
  const before = await idsIn();
  const out = `got ${rooms}`;
  await owner.output(['get', room, 'dots', '--to', out]);
  await owner.write({ [`${out}/_.env`]: 'A=2' });
  expect(await owner.json(['put', room, `${out}/.`, '--to', 'dots', '--replace'])).toMatchObject({
    uploaded: 1,
    unchanged: 1,
  });
  expect(await idsIn()).toEqual(before);
  expect(await contentIn(before['.env'] ?? '')).toBe('A=2');
  // Another folder of the room is another place.
  expect(await owner.json(['put', room, `${out}/.`, '--to', 'copy'])).toMatchObject({ uploaded: 2 });
  expect(await idsIn()).toHaveProperty(['_.env']);
});
