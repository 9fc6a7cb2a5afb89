import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Answered, Sent } from '../support/altering-proxy.ts';
import { build } from '../support/built.ts';
import { anOffice, type Desk, type Office } from './desk.ts';
import { killedNaming } from './killed-naming.ts';
import { QuickDesk } from './quick-desk.ts';
import { typed } from './typed.ts';

const AS_IT_IS = async (answer: Answered): Promise<Answered> => answer;
const STATE = '.local/state/strongroom';
const BIDS = { 'bids/one.txt': 'The first.', 'bids/two.txt': 'The second one.', 'bids/old/one.txt': 'An older one.' };

let office: Office;
let owner: Desk;
let desks = 0;
/** Changes answers of the service. */
let answered: (answer: Answered, sent: Sent) => Promise<Answered> = AS_IT_IS;
beforeAll(async () => {
  await build();
  office = await anOffice({ answered: (answer, sent) => answered(answer, sent) }, QuickDesk);
  owner = office.owner;
  await owner.output(['rooms', 'create', 'Falcon']);
  await owner.write(BIDS);
  await owner.output(['put', 'Falcon', 'bids']);
}, 120_000);
afterEach(() => {
  answered = AS_IT_IS;
});
afterAll(() => office.end());

const someDesk = (): Promise<Desk> => office.stranger(`several-${++desks}`);
const share = async (...args: readonly string[]): Promise<string> =>
  (await owner.output(['share', 'Falcon', 'bids', '--one-link', ...args])).trim();
const contentsOf = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const found: Record<string, string> = {};
  for (const { name, parentPath } of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (name.includes('.'))
      found[relative(folder, join(parentPath, name))] = await readFile(join(parentPath, name), 'utf8');
  return found;
};
const SAVED = { 'old/one.txt': 'An older one.', 'one.txt': 'The first.', 'two.txt': 'The second one.' };
const EXHAUSTED = { code: 5, err: 'strongroom: The share link has no downloads left.\n' };

test('share makes one link to the files of a folder, and asks nothing', async () => {
  const made = await owner.json(['share', 'Falcon', 'bids', '--one-link', '--name', 'Bids', '--max-downloads', '2']);
  expect(made).toMatchObject({ kind: 'package', file_count: 3, has_key: true, max_downloads: 2, file_id: null });
  expect(made.files).toHaveLength(3);
  expect(await owner.json(['share', 'list', 'Falcon'])).toMatchObject([{ id: made.id, name: 'Bids', file_count: 3 }]);
  expect(await owner.output(['share', 'list', 'Falcon'])).toContain('3 files');
  const at = await typed(owner, ['share', 'Falcon', 'bids', '--one-link'], []);
  expect(at.code).toBe(0);
  expect(at.shown).toContain('3 files until');
  await owner.output(['share', 'change', 'Bids', '--room', 'Falcon', '--max-downloads', '1']);
  await owner.output(['share', 'revoke', '--room', 'Falcon', '--all', '--yes']);
  expect(await owner.json(['share', 'list', 'Falcon', '--state', 'active'])).toEqual([]);
});

test('share show lists the files of a link as its holders see them, by its name or id', async () => {
  const made = await owner.json(['share', 'Falcon', 'bids', '--one-link', '--name', 'Shown']);
  const show = ['share', 'show', 'Shown', '--room', 'Falcon'];
  const names = ['old/one.txt', 'one.txt', 'two.txt'];
  expect((await owner.output(show)).split('\n').map((line) => line.split('\t')[0])).toEqual([...names, '']);
  expect(await owner.json(['share', 'show', made.id])).toMatchObject([
    { index: 0, folder: 'old', name: 'one.txt', given: true, version: 1 },
    { index: 1, folder: '', name: 'one.txt' },
    { index: 2, folder: '', name: 'two.txt' },
  ]);
  await owner.write({ 'short/gone.txt': 'gone', 'short/here.txt': 'here' });
  await owner.output(['put', 'Falcon', 'short']);
  await owner.output(['share', 'Falcon', 'short', '--one-link', '--name', 'Short']);
  await owner.output(['rm', 'Falcon', 'short/gone.txt', '--yes']);
  const at = await typed(owner, ['share', 'show', 'Short', '--room', 'Falcon'], []);
  expect(at.shown).toContain('here.txt');
  expect(at.shown).toContain('Of 2 files 1 is deleted or hidden from you.');
  expect(await owner.json(['share', 'list', 'Falcon'])).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Short', file_total: 2, file_count: 1, file_name: 'here.txt' }),
    ]),
  );
  expect((await owner.run(['share', 'show', 'Shown'])).code).toBe(2);
});

test('fetch describes a link to several files, and uses up no download', async () => {
  const link = await share('--max-downloads', '1', '--message', 'As we said.');
  const desk = await someDesk();
  for (let times = 0; times < 2; times++)
    expect(await desk.json(['fetch', link, '--look'])).toMatchObject({
      kind: 'package',
      file_count: 3,
      remaining: 1,
      message: 'As we said.',
    });
  expect(await desk.output(['fetch', '-', '--look'], { input: link })).toMatch(
    /\nold\/one.txt\t13 bytes\n.*two.txt\t15 bytes\n/su,
  );
});

test('fetch saves the files of one link into a folder of its own, for one download', async () => {
  const link = await share('--max-downloads', '1');
  const desk = await someDesk();
  const folder = (await desk.output(['fetch', link])).trim();
  expect(folder).toMatch(/\/files-[0-9a-f]{8}$/u);
  expect(await contentsOf(folder)).toEqual(SAVED);
  expect(await (await someDesk()).run(['fetch', link])).toMatchObject(EXHAUSTED);
});

test('fetch refuses a destination that is taken before it uses up a download', async () => {
  const link = await share('--max-downloads', '1');
  const desk = await someDesk();
  await desk.write({ 'in/two.txt': 'Mine.', file: '' });
  expect(await desk.run(['fetch', link, '--to', 'in'])).toMatchObject({ code: 1, out: '' });
  expect(await desk.run(['fetch', link, '--to', 'file'])).toMatchObject({ code: 1, out: '' });
  expect(await desk.run(['fetch', link, '--to', '-'])).toMatchObject({ code: 1, out: '' });
  expect(await contentsOf(join(desk.home, 'in'))).toEqual({ 'two.txt': 'Mine.' });
  expect(await desk.json(['fetch', link, '--to', 'in', '--overwrite'])).toMatchObject({ kind: 'package' });
  expect(await contentsOf(join(desk.home, 'in'))).toEqual(SAVED);
});

/** Interrupts the fetch while the second of three files is fetched. */
async function brokenOff(link: string): Promise<Desk> {
  const desk = await someDesk();
  let contents = 0;
  answered = async (answer, { path }) =>
    path.includes('/blobs/') && ++contents > 1 ? { ...answer, status: 404, body: Buffer.from('{}') } : answer;
  expect((await desk.run(['fetch', link, '--to', 'in'])).code).not.toBe(0);
  answered = AS_IT_IS;
  return desk;
}

test('fetch finishes an interrupted download of the only use, and fetches no file twice', async () => {
  const link = await share('--max-downloads', '1');
  const desk = await brokenOff(link);
  expect((await contentsOf(join(desk.home, 'in')))['old/one.txt']).toBe('An older one.');
  expect(await (await someDesk()).run(['fetch', link])).toMatchObject(EXHAUSTED);
  let contents = 0;
  answered = async (answer, { path }) => {
    if (path.includes('/blobs/')) contents++;
    return answer;
  };
  await desk.output(['fetch', link, '--to', 'in']);
  expect(contents).toBe(2);
  expect(await contentsOf(join(desk.home, 'in'))).toEqual(SAVED);
  expect(await desk.run(['fetch', link, '--to', 'in'])).toMatchObject(EXHAUSTED);
});

test('fetch knows its own file after a kill that came right after its name', async () => {
  const [link, desk] = [await share('--max-downloads', '1'), await someDesk()];
  const { ended } = desk.begin(['fetch', link, '--to', 'in'], killedNaming('after', 2));
  expect((await ended).code).toBe('SIGKILL');
  let contents = 0;
  answered = async (answer, { path }) => {
    if (path.includes('/blobs/')) contents++;
    return answer;
  };
  await desk.output(['fetch', link, '--to', 'in']);
  expect(contents).toBe(1);
  expect(await contentsOf(join(desk.home, 'in'))).toEqual(SAVED);
});

test('fetch takes no other file of the same size for one that an earlier run saved', async () => {
  const link = await share('--max-downloads', '1');
  const desk = await brokenOff(link);
  const other = 'x'.repeat(SAVED['old/one.txt'].length);
  await desk.write({ 'in/old/one.txt': other });
  const { code, err } = await desk.run(['fetch', link, '--to', 'in']);
  expect([code, err.includes('old/one.txt: there is another file of this size; --overwrite replaces it.')]).toEqual([
    1,
    true,
  ]);
  expect(await contentsOf(join(desk.home, 'in'))).toEqual({ ...SAVED, 'old/one.txt': other });
  await desk.output(['fetch', link, '--to', 'in', '--overwrite']);
  expect(await contentsOf(join(desk.home, 'in'))).toEqual(SAVED);
});

test('fetch keeps nothing on disk that opens the link or a file', async () => {
  const link = await share('--max-downloads', '1');
  const desk = await brokenOff(link);
  const files = await readdir(join(desk.home, STATE));
  const kept = await Promise.all(files.map((name) => readFile(join(desk.home, STATE, name), 'latin1')));
  const [, token = '', key = ''] = /token=(srl_\w+)&k=([\w-]+)/.exec(link) ?? [];
  expect(key).toHaveLength(48);
  for (const secret of [token, key, Buffer.from(key, 'base64url').subarray(0, 32).toString('latin1')])
    expect(kept.join('').includes(secret)).toBe(false);
  const [name = ''] = files.filter((one) => one.endsWith('.db'));
  const database = new DatabaseSync(join(desk.home, STATE, name));
  expect(database.prepare('SELECT * FROM packages').all()).toHaveLength(1);
  database.close();
});

test('fetch saves the other files when one does not open', async () => {
  const link = await share('--max-downloads', '1');
  const desk = await someDesk();
  let contents = 0;
  answered = async (answer, { path }) =>
    path.includes('/blobs/') && ++contents === 2 ? { ...answer, body: Buffer.from(answer.body).fill(0) } : answer;
  expect(await desk.run(['fetch', link, '--to', 'in'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('1 file of 3 could not be saved.'),
  });
  expect(Object.keys(await contentsOf(join(desk.home, 'in')))).toHaveLength(2);
  answered = AS_IT_IS;
  await desk.output(['fetch', link, '--to', 'in']);
  expect(await contentsOf(join(desk.home, 'in'))).toEqual(SAVED);
});

test('share takes files of several places, and no more than the service does', async () => {
  const made = await owner.json(['share', 'Falcon', 'bids/one.txt', 'bids/two.txt', '--one-link', '--without-key']);
  expect(made).toMatchObject({ kind: 'package', file_count: 2, has_key: false });
  expect(await (await someDesk()).run(['fetch', made.url])).toMatchObject({ code: expect.any(Number), out: '' });
  // With a key that opens nothing it uses up no download.
  const token = /srl_\w+/.exec(made.url)?.[0];
  const key = randomBytes(32);
  const check = createHash('sha256').update(`strongroom link ${token} `).update(key).digest().subarray(0, 4);
  const link = `${new URL(made.url).origin}/open#token=${token}&k=${Buffer.concat([key, check]).toString('base64url')}`;
  expect(await (await someDesk()).run(['fetch', link])).toMatchObject({
    out: '',
    err: expect.stringContaining('does not carry the key'),
  });
  expect(await owner.json(['share', 'list', 'Falcon', '--state', 'active'])).toContainEqual(
    expect.objectContaining({ id: made.id, download_count: 0 }),
  );
});
