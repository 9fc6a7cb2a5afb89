import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { anOffice, type Office } from './desk.ts';
import { typed } from './typed.ts';

let office: Office;
beforeAll(async () => {
  await build();
  office = await anOffice();
}, 120_000);
afterAll(() => office.end());

test('stores a typed token without showing it', async () => {
  const desk = await office.stranger('typist');
  const { code, shown } = await typed(
    desk,
    ['login'],
    [
      ['Address of the service [http://127.0.0.1:8080]: ', `${office.url}\r`],
      ['Sign in by password or token [password]: ', 'token\r'],
      ['Token: ', `${office.token}\r`],
    ],
  );
  expect({ code, end: shown.split('\n').at(-2) }).toEqual({
    code: 0,
    end: `Signed in to ${office.url} as owner@strongroom.local (owner).\r`,
  });
  expect(shown).not.toContain(office.token.slice(0, 12));
  expect(await readFile(join(desk.home, '.config/strongroom/config.json'), 'utf8')).toContain(office.token);
});

test.each([
  ['Ctrl-C', '\u0003', 130, 'interrupted.'],
  ['Ctrl-D', '\u0004', 1, 'nothing was typed: nothing was done.'],
])('%s at a prompt ends the command cleanly', async (_, key, code, said) => {
  const desk = await office.stranger('hesitant');
  const prompts: readonly [string, string][] = [
    ['Sign in by password or token [password]: ', 't\r'],
    ['Token: ', key],
  ];
  const result = await typed(desk, ['login', office.url], prompts);
  expect(result.code).toBe(code);
  expect(result.shown).toContain(`strongroom: ${said}`);
});

test('prints titles, sentences and progress on a terminal, and no colours on request', async () => {
  const { owner } = office;
  await owner.write({ 'a.txt': 'a', 'b.txt': 'b' });
  const made = await typed(owner, ['rooms', 'create', 'Falcon'], []);
  expect(made.shown).toMatch(/^Made the room Falcon \([0-9a-f-]{36}\)\.\r\n$/);
  const put = await typed(owner, ['put', 'Falcon', 'a.txt', 'b.txt'], []);
  expect(put.shown).toContain('0/2 files');
  expect(put.shown).toMatch(/2 files put \(2 bytes in all, \d+\.\d s\)\.\r\n$/);
  const list = await typed(owner, ['rooms'], []);
  const [titles = ''] = list.shown.split('\r\n');
  expect(titles.startsWith('\u001b[1mid ') && titles.endsWith('members  status\u001b[22m')).toBe(true);
  const plain = await typed(owner, ['rooms'], [], { NO_COLOR: '1' });
  expect(plain.shown).not.toContain('\u001b');
});

test('asks for the name of a room before emptying it, and not for a folder', async () => {
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

test('destroys a room only when its name is typed', async () => {
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Doomed']);
  const question = 'To destroy the room Doomed for good, type Doomed: ';
  const kept = await typed(owner, ['rooms', 'delete', 'Doomed'], [[question, 'yes\r']]);
  expect(kept.code).toBe(1);
  expect(kept.shown).toContain('nothing was done.');
  const gone = await typed(owner, ['rooms', 'delete', 'Doomed'], [[question, 'Doomed\r']]);
  expect(gone.code).toBe(0);
  expect((await owner.run(['rooms', 'show', 'Doomed'])).code).toBe(5);
});
