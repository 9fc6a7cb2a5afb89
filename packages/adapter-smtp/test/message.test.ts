import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Email, Instant } from '@strongroom/domain';
import { SmtpMailer } from '../src/index.ts';
import { aMailServer, type MailServer, serverAt } from './mail-server.ts';
import { aMessage, mailerTo } from './setting.ts';

let server: MailServer;
beforeEach(async () => {
  server = await aMailServer();
});
afterEach(() => server.stop());

test('a message has these headers and no others, and says nothing of the program that sent it', async () => {
  await mailerTo(serverAt(server)).send(aMessage());
  const [head = ''] = server.taken[0]?.raw.split('\r\n\r\n') ?? [];
  expect(head.split('\r\n').toSorted()).toEqual([
    'Auto-Submitted: auto-generated',
    'Content-Transfer-Encoding: quoted-printable',
    'Content-Type: text/plain; charset=utf-8',
    'Date: Sun, 17 Mar 2030 17:46:40 +0000',
    'From: rooms@example.com',
    'MIME-Version: 1.0',
    'Message-ID: <0d4e7a52-6d38-4a86-9c3e-6a1f3a4b5c6d@example.com>',
    'Subject: Your invitation',
    'To: ada@example.com',
  ]);
});

test('a token on a line of its own stays in one piece', async () => {
  const token = `sri_${'a'.repeat(49)}`;
  await mailerTo(serverAt(server)).send(aMessage({ text: `Use this:\n${token}\n` }));
  expect(server.taken[0]?.raw).toContain(`\r\n${token}\r\n`);
});

test('text that looks like a file or page name is sent as text', async () => {
  for (const [index, text] of ['/etc/hostname', 'file:///etc/hostname', 'http://127.0.0.1:1/'].entries()) {
    await mailerTo(serverAt(server)).send(aMessage({ text }));
    expect(server.taken[index]?.text.trim()).toBe(text);
  }
});

test.each([
  ['a@example.com\r\nBcc: eve@example.com'],
  ['a@example.com\nDATA'],
  ['a@example.com>\r\nRCPT TO:<eve@example.com'],
  ['a@example.com, eve@example.com'],
  ['"eve" <eve@example.com>'],
  ['a@example.com> SIZE=1'],
])('the address %j is rejected without a connection', async (to) => {
  await expect(mailerTo(serverAt(server)).send(aMessage({ to: to as Email }))).rejects.toBeInstanceOf(TypeError);
  expect(server.connections()).toBe(0);
});

test('an id that could end its header is hashed', async () => {
  await mailerTo(serverAt(server)).send(aMessage({ id: 'x>\r\nBcc: <eve@example.com' }));
  expect(server.taken).toMatchObject([{ messageId: expect.stringMatching(/^<[0-9a-f]{64}@example\.com>$/) }]);
  expect(server.taken[0]?.raw).not.toContain('eve');
});

test('a sender that is not one plain address is refused before anything is sent', () => {
  const clock = { now: () => 0 as Instant };
  expect(() => new SmtpMailer({ server: serverAt(server), from: 'Rooms <rooms@example.com>' as Email, clock })).toThrow(
    'address',
  );
});
