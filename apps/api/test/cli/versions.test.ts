import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EXIT } from '@strongroom/command-line';
import { build } from '../support/built.ts';
import { anOffice, type Desk, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

let office: Office;
let owner: Desk;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
  owner = office.owner;
}, 120_000);
afterAll(() => office.end());

type Listed = Readonly<{ id: string; name: string; version: number }>;

const filesIn = (room: string): Promise<readonly Listed[]> => owner.json(['ls', room]);
const numbersOf = async (room: string, path: string): Promise<readonly number[]> =>
  (await owner.json(['versions', room, path])).map(({ version }: { version: number }) => version);
const contentOf = (room: string, path: string, ...more: readonly string[]) =>
  owner.output(['get', room, path, '--to', '-', ...more]);

/** A room with a folder of two files. */
async function aRoomWith(room: string): Promise<readonly Listed[]> {
  await owner.output(['rooms', 'create', room]);
  await owner.write({ [`${room}/a.txt`]: 'one', [`${room}/b.txt`]: 'same' });
  await owner.output(['put', room, `${room}/.`]);
  return filesIn(room);
}

/** Puts this content at `a.txt` of the room, in place of another. */
async function replaceA(room: string, content: string) {
  await owner.write({ [`${room}/a.txt`]: content });
  return owner.json(['put', room, `${room}/.`, '--replace']);
}

test('put leaves an unchanged file alone with --replace, also after it was replaced', async () => {
  await aRoomWith('alone');
  const again = () => owner.json(['put', 'alone', 'alone/.', '--replace']);
  expect(await again()).toMatchObject({ uploaded: 0, unchanged: 2 });
  await replaceA('alone', 'two');
  expect(await again()).toMatchObject({ uploaded: 0, unchanged: 2 });
  await utimes(join(owner.home, 'alone/a.txt'), 1, 1);
  expect(await again()).toMatchObject({ uploaded: 0, unchanged: 2 });
  expect((await filesIn('alone')).map(({ version }) => version)).toEqual([2, 1]);
  await owner.output(['get', 'alone', '--to', 'copy']);
  expect(await owner.json(['put', 'alone', 'copy/.', '--replace'])).toMatchObject({ uploaded: 0, unchanged: 2 });
});

test('put makes a version of a file that it replaces, which keeps its id and its links', async () => {
  const [a, b] = await aRoomWith('replaced');
  const link = (await owner.output(['share', 'replaced', 'a.txt'])).split('\t')[0]?.trim() ?? '';
  const { files } = await replaceA('replaced', 'two');
  expect(files).toContainEqual(expect.objectContaining({ id: a?.id, status: 'uploaded', version: 2 }));
  expect(files).toContainEqual(expect.objectContaining({ id: b?.id, status: 'unchanged' }));
  expect((await filesIn('replaced')).map(({ id }) => id)).toEqual([a?.id, b?.id]);
  expect(await contentOf('replaced', 'a.txt')).toBe('two');
  expect(await contentOf('replaced', 'a.txt', '--version', '1')).toBe('one');
  // Its address carries the key of the version that it was made for.
  expect(await owner.output(['fetch', link, '--to', '-'])).toBe('one');
  const stream = await owner.output(['put', 'replaced', '-', '--name', 'a.txt', '--replace'], { input: 'three' });
  expect(stream).toBe(`${a?.id}\ta.txt\n`);
  expect(await owner.output(['put', 'replaced', '-', '--name', 'a.txt'], { input: 'three' })).toBe(stream);
  expect(await numbersOf('replaced', 'a.txt')).toEqual([3, 2, 1]);
});

test('the command line lists, downloads, restores and deletes versions', async () => {
  await aRoomWith('versions');
  await replaceA('versions', 'two');
  await owner.output(['get', 'versions', 'a.txt', '--version', '1', '--to', 'first.txt']);
  expect(await readFile(join(owner.home, 'first.txt'), 'utf8')).toBe('one');
  expect((await owner.run(['get', 'versions', 'a.txt', '--version', '3'])).code).toBe(EXIT.notFound);
  expect((await owner.run(['get', 'versions', 'a.txt', '--version', 'x'])).code).toBe(EXIT.usage);
  expect((await owner.run(['get', 'versions', '--version', '1'])).code).toBe(EXIT.usage);
  expect(await owner.json(['versions', 'restore', 'versions', 'a.txt', '1'])).toMatchObject({ version: 1 });
  expect(await contentOf('versions', 'a.txt')).toBe('one');
  expect((await owner.run(['versions', 'delete', 'versions', 'a.txt', '1', '--yes'])).code).toBe(EXIT.refused);
  expect(await owner.json(['versions', 'delete', 'versions', 'a.txt', '2', '--yes'])).toMatchObject({ version: 2 });
  expect(await numbersOf('versions', 'a.txt')).toEqual([1]);
  // The number is not given again.
  await replaceA('versions', 'three');
  expect(await numbersOf('versions', 'a.txt')).toEqual([3, 1]);
});

test('put does not take its own earlier version for the file after another user has replaced it', async () => {
  const { desk, email } = await office.person();
  await aRoomWith('shared');
  await replaceA('shared', 'two');
  await owner.output(['members', 'add', 'shared', email, '--role', 'contributor']);
  await desk.output(['put', 'shared', '-', '--name', 'a.txt', '--replace'], { input: 'theirs' });
  const refused = await owner.run(['put', 'shared', 'shared/.']);
  expect(refused).toMatchObject({ code: EXIT.refused, out: '' });
  expect(refused.err).toContain('a.txt: the room has a file there already');
  expect(await owner.json(['put', 'shared', 'shared/.', '--replace'])).toMatchObject({ uploaded: 1, unchanged: 1 });
  expect(await contentOf('shared', 'a.txt')).toBe('two');
  expect(await contentOf('shared', 'a.txt', '--version', '3')).toBe('theirs');
});

test('get gives two files that differ in letter case a file each, where the room has one', async () => {
  await owner.output(['rooms', 'create', 'cases']);
  await owner.write({ 'lower/a.txt': 'old', 'cases/A.txt': 'upper', 'cases/a.TXT': 'other' });
  await owner.output(['put', 'cases', 'lower/.']);
  expect(await owner.json(['put', 'cases', 'cases/.', '--replace'])).toMatchObject({ uploaded: 2, failed: 0 });
  expect((await filesIn('cases')).map(({ name }) => name).toSorted()).toEqual(['A.txt', 'a.TXT']);
});
