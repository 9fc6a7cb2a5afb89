import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { eventually } from '../support/service-process.ts';
import { anOffice, type Office } from './desk.ts';
import { typed } from './typed.ts';

let office: Office;
beforeAll(async () => {
  await build();
  office = await anOffice();
}, 120_000);
afterAll(() => office.end());

test('login stores a typed token without showing it', async () => {
  const desk = await office.stranger('typist');
  const { code, shown } = await typed(
    desk,
    ['login'],
    [
      ['Address of the service [http://127.0.0.1:8080]: ', `${office.url}\r`],
      ['Sign in by password, device code or token [password]: ', 'token\r'],
      ['Token: ', `${office.token}\r`],
    ],
  );
  expect({ code, end: shown.split('\n').at(-2) }).toEqual({
    code: 0,
    end: `Signed in to ${office.url} as owner@strongroom.local (owner).\r`,
  });
  expect(shown).toContain(
    'No file can be opened yet: the service has no key service; choose with `strongroom keys use`',
  );
  expect(shown).not.toContain(office.token.slice(0, 12));
  expect(await readFile(join(desk.home, '.config/strongroom/config.json'), 'utf8')).toContain(office.token);
});

test.each([
  ['Ctrl-C', '\u0003', 130, 'interrupted.'],
  ['Ctrl-D', '\u0004', 1, 'nothing was typed: nothing was done.'],
])('%s at a prompt ends the command cleanly', async (_, key, code, said) => {
  const desk = await office.stranger('hesitant');
  const prompts: readonly [string, string][] = [
    ['Sign in by password, device code or token [password]: ', 't\r'],
    ['Token: ', key],
  ];
  const result = await typed(desk, ['login', office.url], prompts);
  expect(result.code).toBe(code);
  expect(result.shown).toContain(`strongroom: ${said}`);
});

test('the command line prints titles, sentences and progress on a terminal, and no colours on request', async () => {
  const { owner } = office;
  await owner.write({ 'a.txt': 'a', 'b.txt': 'b' });
  const made = await typed(owner, ['rooms', 'create', 'Falcon'], []);
  expect(made.shown).toMatch(/^Made the room Falcon \([0-9a-f-]{36}\)\.\r\n$/);
  const put = await typed(owner, ['put', 'Falcon', 'a.txt', 'b.txt'], []);
  expect(put.shown).toContain('0/2 files');
  expect(put.shown).toMatch(/2 files put \(2 bytes in all, \d+\.\d s\)\.\r\n$/);
  const got = await typed(owner, ['get', 'Falcon', '--to', 'there'], []);
  expect(got.shown).toMatch(/2 files downloaded to there \(2 bytes in all, /);
  const again = await typed(owner, ['get', 'Falcon', 'a.txt', '--to', 'there/b.txt'], []);
  expect(again.shown).toContain(
    'strongroom: a.txt: There is something at there/b.txt already; --overwrite replaces it.',
  );
  const list = await typed(owner, ['rooms'], []);
  const [titles = ''] = list.shown.split('\r\n');
  expect(titles.startsWith('\u001b[1mid ') && titles.endsWith('members  status\u001b[22m')).toBe(true);
  const plain = await typed(owner, ['rooms'], [], { NO_COLOR: '1' });
  expect(plain.shown).not.toContain('\u001b');
});

test('the command line asks for the name of a room before emptying it, and not for a folder', async () => {
  const { owner } = office;
  await owner.write({ 'x/a': 'a', 'y/b': 'b' });
  await owner.output(['rooms', 'create', 'Emptied']);
  await owner.output(['put', 'Emptied', 'x', 'y']);
  expect((await typed(owner, ['rm', 'Emptied', 'x', '--recursive'], [])).shown).toBe('Deleted 1 file.\r\n');
  const question = 'To delete all files of the room Emptied for good, type Emptied: ';
  const kept = await typed(owner, ['rm', 'Emptied', '/', '--recursive'], [[question, 'y\r']]);
  expect(kept).toMatchObject({ code: 1, shown: expect.stringContaining('nothing was done.') });
  const gone = await typed(owner, ['rm', 'Emptied', '/', '--recursive'], [[question, 'Emptied\r']]);
  expect(gone).toMatchObject({ code: 0, shown: expect.stringContaining('Deleted 1 file.') });
});

test('the command line destroys a room only when its name is typed', async () => {
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Doomed']);
  const question = 'To destroy the room Doomed for good, type Doomed: ';
  const kept = await typed(owner, ['rooms', 'delete', 'Doomed'], [[question, 'yes\r']]);
  expect(kept.code).toBe(1);
  expect(kept.shown).toContain('nothing was done.');
  const gone = await typed(owner, ['rooms', 'delete', 'Doomed'], [[question, 'Doomed\r']], { NO_COLOR: '1' });
  expect(gone.code).toBe(0);
  expect(gone.shown).toMatch(/`strongroom receipt [0-9a-f]{8}` shows when everything is destroyed\.|status +complete/);
  expect((await owner.run(['rooms', 'show', 'Doomed'])).code).toBe(5);
});

test('rm asks before several files go', async () => {
  const { owner } = office;
  await owner.write({ 'many/a': 'a', 'many/b': 'b' });
  await owner.output(['rooms', 'create', 'Several']);
  await owner.output(['put', 'Several', 'many']);
  const question = 'Delete 2 files for good? [y/N] ';
  expect((await typed(owner, ['rm', 'Several', 'many', '--recursive'], [[question, '\r']])).code).toBe(1);
  expect((await typed(owner, ['rm', 'Several', 'many', '--recursive'], [[question, 'y\r']])).shown).toContain(
    'Deleted 2 files.',
  );
});

test('the command line opens a room in the browser, and prints its address', async () => {
  const { owner } = office;
  const id = (await owner.output(['rooms', 'create', 'Opened'])).trim();
  const seen = join(owner.home, 'opened');
  await writeFile(
    join(owner.home, 'xdg-open'),
    `#!/bin/sh\nprintf '%s' "$*" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`,
  );
  await chmod(join(owner.home, 'xdg-open'), 0o755);
  const env = { PATH: `${owner.home}:/usr/bin:/bin` };
  const address = `${office.url}/rooms/${id}`;
  expect(await typed(owner, ['open', 'Opened'], [], env)).toEqual({ code: 0, shown: `Opening ${address}\r\n` });
  const opened = await eventually('the browser', () => readFile(seen, 'utf8').catch(() => undefined));
  expect(opened).toBe(address);
  expect(await owner.output(['open', 'Opened'])).toBe(`${address}\n`);
});

test('the command line says where the link of an invitation is if nothing was sent', async () => {
  const invited = await typed(office.owner, ['invite', 'far@rooms.example'], []);
  expect(invited.shown.replaceAll(/\s+/g, ' ')).toMatch(
    /^Invited far@rooms\.example as member, until .* Nothing was sent: .*--show-link/,
  );
  await office.owner.output(['rooms', 'create', 'Bids']);
  const member = await typed(office.owner, ['members', 'invite', 'Bids', 'ben@bidder.example'], []);
  expect(member.shown).toMatch(
    /^ben@bidder\.example is invited as viewer; the link is in a mail\. Nothing was sent: .* data folder\.\r\n$/,
  );
});

/** The first line of a command whose service does not answer. */
const SILENT = /^http:\/\/127\.0\.0\.1:9 does not answer; trying again in 1 s\. Ctrl-C ends this\.\r\n/;

test('the command line names the service that does not answer, at once', async () => {
  const env = { STRONGROOM_URL: 'http://127.0.0.1:9', STRONGROOM_TOKEN: office.token };
  const { code, shown } = await typed(office.owner, ['rooms'], [], env);
  expect(code).toBe(6);
  expect(shown).toMatch(SILENT);
  expect(shown.match(/trying again/g)).toHaveLength(1);
  expect(shown).toContain('The service at http://127.0.0.1:9 cannot be reached');
});

test('a transfer names it too, before there is a bar', async () => {
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Elsewhere']);
  await owner.write({ 'far.txt': 'f' });
  await owner.output(['put', 'Elsewhere', 'far.txt']);
  const link = (await owner.output(['share', 'Elsewhere', 'far.txt'])).trim();
  const env = { STRONGROOM_URL: 'http://127.0.0.1:9', STRONGROOM_TOKEN: office.token };
  for (const args of [
    ['put', 'Elsewhere', 'far.txt'],
    ['get', 'Elsewhere'],
    ['fetch', link.replace(office.url, 'http://127.0.0.1:9')],
  ]) {
    const { code, shown } = await typed(owner, args, [['Ctrl-C ends this.', '\u0003']], env);
    expect([args[0], code, shown]).toEqual([args[0], 130, expect.stringMatching(SILENT)]);
  }
});

test('a sign-in names the service that does not answer, at once, and ends with a sentence', async () => {
  const desk = await office.stranger('early');
  // Both at once, because each retries for seconds.
  const ways = [
    ['login', 'http://127.0.0.1:9'],
    ['login', 'http://127.0.0.1:9', '--device-code'],
  ];
  for (const { code, shown } of await Promise.all(ways.map((args) => typed(desk, args, [])))) {
    expect(code).toBe(6);
    expect(shown).toMatch(/^http:\/\/127\.0\.0\.1:9 does not answer; trying again in 1 s\. Ctrl-C ends this\.\r\n/);
    expect(shown.match(/trying again/g)).toHaveLength(1);
    expect(shown).toMatch(/The service at http:\/\/127\.0\.0\.1:9 cannot be reached.*Look whether it runs/);
  }
});

test('reading the log on a terminal names people and paths, and adds nothing to it', async () => {
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Heron']);
  await owner.write({ 'kept.txt': 'k', 'gone.txt': 'g' });
  await owner.output(['put', 'Heron', 'kept.txt', 'gone.txt']);
  await owner.output(['rm', 'Heron', 'gone.txt']);
  const events = () => owner.json(['audit', '--limit', '500']);
  const before = await events();
  const { shown } = await typed(owner, ['audit', '--room', 'Heron'], []);
  expect(shown).toContain('owner@stron');
  expect(shown).toContain('kept.txt');
  expect(await events()).toEqual(before);
});

test('share says for how long several links work, and that one without its key opens nothing', async () => {
  const { owner } = office;
  const { shown } = await typed(owner, ['share', 'Heron', '/', '--without-key'], []);
  expect(shown).toMatch(/until .*, for any number of downloads\. Link [0-9a-f]{8}; the address is not shown again\./);
  expect(shown).toMatch(/no browser can open the file/);
  await owner.output(['put', 'Heron', 'gone.txt']);
  const two = await typed(owner, ['share', 'Heron', '/', '--max-downloads', '1'], [['[y/N] ', 'y\r']]);
  expect(two.shown).toMatch(/\r\n2 links, each until .*, for 1 download\. The addresses are not shown again\.\r\n$/);
});

test('the command line shows a receipt with the address of the user, and local times', async () => {
  const { owner } = office;
  const { shown } = await typed(owner, ['rooms', 'delete', 'Heron', '--yes'], []);
  expect(shown).toMatch(/deleted .*\d{4}-\d\d-\d\d \d\d:\d\d by owner@strongroom\.local\r\n/);
});
