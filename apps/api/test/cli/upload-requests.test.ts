import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { Caller } from '../support/caller.ts';
import { anItem } from '../support/upload-requests.ts';
import { anOffice, type Desk, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

const TEXT = 'The audited accounts of three years.';

let office: Office;
let owner: Desk;
let sender: Desk;
beforeAll(async () => {
  await build();
  office = await anOffice({}, QuickDesk);
  owner = office.owner;
  sender = await office.stranger('sender');
  await sender.write({ 'accounts.txt': TEXT, '-evil\u202etxt.exe': 'x' });
  await owner.output(['rooms', 'create', 'Falcon']);
  await owner.output(['mkdir', 'Falcon', 'Accounts']);
}, 120_000);
afterAll(() => office.end());

const request = async (...args: readonly string[]): Promise<string> =>
  (await owner.output(['request', 'Falcon', ...args])).trim();

test('the command line asks for files, takes in what was sent, and reads it as any file of the room', async () => {
  const link = await request('Accounts', '--max-files', '2', '--message', 'Three years, please.');
  expect(link).toMatch(/\/send#token=srq_\w{49}&k=[\w-]{43}$/u);
  expect(await sender.json(['send', link, '--look'])).toMatchObject({ files_left: 2, message: 'Three years, please.' });
  const words = ['--name', 'Nora West', '--note', 'More follows.'];
  await sender.output(['send', '-', 'accounts.txt', ...words], { input: link });
  expect(await owner.json(['inbox', 'Falcon'])).toMatchObject([
    { name: 'accounts.txt', size: TEXT.length, sender_name: 'Nora West', note: 'More follows.' },
  ]);
  expect(await owner.run(['get', 'Falcon', 'Accounts/accounts.txt'])).toMatchObject({ out: '' });
  const [file] = await owner.json(['inbox', 'accept', 'Falcon', 'accounts.txt']);
  expect(file).toMatchObject({ name: 'accounts.txt', folder: 'Accounts' });
  expect(await owner.json(['inbox', 'Falcon'])).toEqual([]);
  await owner.output(['get', 'Falcon', 'Accounts/accounts.txt', '--to', 'read.txt']);
  expect(await readFile(join(owner.home, 'read.txt'), 'utf8')).toBe(TEXT);
  expect(await owner.json(['request', 'list', 'Falcon'])).toMatchObject([{ files_received: 1, status: 'active' }]);
});

test('the command line refuses what waits, and ends a request', async () => {
  const link = await request();
  await sender.output(['send', link, 'accounts.txt']);
  await owner.output(['inbox', 'refuse', 'Falcon', '--all']);
  expect(await owner.json(['inbox', 'Falcon'])).toEqual([]);
  const [newest] = await owner.json(['request', 'list', 'Falcon']);
  await owner.output(['request', 'revoke', newest.id]);
  expect(await sender.run(['send', link, 'accounts.txt'])).toMatchObject({
    code: 5,
    err: expect.stringContaining('withdrawn'),
  });
});

test('a file that does not open keeps no other out', async () => {
  const link = await request();
  await sender.output(['send', link, 'accounts.txt']);
  const [{ id }] = await owner.json(['request', 'list', 'Falcon']);
  const visitor = new Caller(`${office.url}/api/v1`, undefined);
  await anItem(visitor, { id, token: /srq_\w+/u.exec(link)?.[0] ?? '' });
  const accepted = await owner.run(['inbox', 'accept', 'Falcon', '--all']);
  expect(accepted).toMatchObject({ code: 1, err: expect.stringContaining('sent.txt does not open') });
  expect(await owner.json(['inbox', 'Falcon'])).toMatchObject([{ name: 'sent.txt' }]);
  await owner.output(['inbox', 'refuse', 'Falcon', '--all']);
});

test('the command line sends nothing if the link names another key, or a file is missing', async () => {
  const [one, other] = [await request(), await request()];
  const mixed = `${one.split('&k=')[0]}&k=${other.split('&k=')[1]}`;
  const refused = await sender.run(['send', mixed, 'accounts.txt']);
  expect(refused).toMatchObject({ out: '', err: expect.stringContaining('another key than the link names') });
  expect(refused.code).not.toBe(0);
  expect((await sender.run(['send', one, 'accounts.txt', 'missing.txt'])).code).not.toBe(0);
  expect((await sender.run(['send', one.split('&k=')[0] ?? '', 'accounts.txt'])).code).not.toBe(0);
  expect(await owner.json(['inbox', 'Falcon'])).toEqual([]);
});
