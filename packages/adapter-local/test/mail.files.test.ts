import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readEmail } from '@strongroom/contract-tests';
import type { Email, Instant } from '@strongroom/domain';
import { type Message, Unavailable } from '@strongroom/ports';
import { FolderMailer } from '../src/index.ts';

const AT = Date.UTC(2030, 2, 17, 17, 46, 40) as Instant;
const message: Message = {
  id: '0d4e7a52-6d38-4a86-9c3e-6a1f3a4b5c6d',
  to: 'ada@example.com' as Email,
  subject: 'Your invitation',
  text: 'Hello,\nsri_token\n',
};

let folder: string;
let mailer: FolderMailer;
const open = (from?: string) =>
  FolderMailer.open({ folder: join(folder, 'mail'), clock: { now: () => AT }, ...(from ? { from } : {}) });
const names = () => readdir(join(folder, 'mail'));
const only = async (): Promise<string> => {
  const [name = '', ...others] = await names();
  expect(others).toEqual([]);
  return readFile(join(folder, 'mail', name), 'utf8');
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-mail-'));
  mailer = await open();
});
afterEach(() => rm(folder, { recursive: true }));

test('the mailer writes a message as one readable file named after its id', async () => {
  await mailer.send(message);
  expect(await names()).toEqual([`${message.id}.eml`]);
  expect(await only()).toBe(
    [
      'Date: Sun, 17 Mar 2030 17:46:40 +0000',
      'From: strongroom@localhost',
      'To: ada@example.com',
      `Message-ID: <${message.id}@localhost>`,
      'Subject: Your invitation',
      'MIME-Version: 1.0',
      'Auto-Submitted: auto-generated',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Hello,',
      'sri_token',
      '',
    ].join('\r\n'),
  );
});

test('a repeated message replaces its file, for this user only', async () => {
  await mailer.send(message);
  await mailer.send({ ...message, text: 'Hello again' });
  expect(readEmail(Buffer.from(await only())).text).toBe('Hello again\n');
  expect((await stat(join(folder, 'mail', `${message.id}.eml`))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'mail'))).mode & 0o777).toBe(0o700);
});

test('the mailer never leaves the folder for an id that is not a safe name', async () => {
  const ids = [
    '../../outside',
    'a/b',
    '',
    '.',
    'CON',
    'a\0b',
    'x'.repeat(300),
    'Upper',
    'ü',
    'a\r\nBcc: eve@example.com',
  ];
  for (const id of ids) await mailer.send({ ...message, id });
  expect(await names()).toHaveLength(ids.length);
  for (const name of await names()) expect(name).toMatch(/^[0-9a-f]{64}\.eml$/);
  expect(await readdir(folder)).toEqual(['mail']);
});

test('a subject in other scripts is folded into words of at most 75 characters, no character cut', async () => {
  await mailer.send({ ...message, subject: '招待状🔑é '.repeat(30) });
  const lines = (await only()).split('\r\n');
  const start = lines.findIndex((line) => line.startsWith('Subject: '));
  const words = lines.slice(start, lines.indexOf('MIME-Version: 1.0')).map((line) => line.replace(/^Subject: | /, ''));
  expect(words.length).toBeGreaterThan(5);
  for (const word of words) {
    expect(word).toMatch(/^=\?utf-8\?B\?[A-Za-z0-9+/]+=*\?=$/);
    expect(word.length).toBeLessThanOrEqual(75);
    expect(Buffer.from(word.slice(10, -2), 'base64').toString()).not.toContain('\ufffd');
  }
});

test('the mailer encodes a text in base64 if mail cannot carry its lines', async () => {
  for (const text of [`${'long '.repeat(400)}end`, 'a\0b']) {
    await mailer.send({ ...message, text });
    const raw = await only();
    expect(raw).toContain('Content-Transfer-Encoding: base64\r\n');
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(readEmail(Buffer.from(raw)).text).toBe(`${text}\n`);
  }
});

test('the mailer uses the configured sender, and rejects one that is not a plain address', async () => {
  await (await open('rooms@mail.example.org')).send(message);
  expect(await only()).toContain('From: rooms@mail.example.org\r\n');
  expect(await only()).toContain(`Message-ID: <${message.id}@mail.example.org>\r\n`);
  await expect(open('rooms@example.org\r\nBcc: eve@example.com')).rejects.toThrow('plain ASCII e-mail address');
});

test('the mailer reports a missing folder as Unavailable', async () => {
  await rename(join(folder, 'mail'), join(folder, 'elsewhere'));
  for (const call of [() => mailer.send(message), () => mailer.check()]) {
    await expect(call()).rejects.toMatchObject({ constructor: Unavailable, dependency: 'mail' });
  }
});
