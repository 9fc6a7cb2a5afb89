import { afterEach, expect, test } from '@jest/globals';
import type { SMTPServerOptions } from 'smtp-server';
import type { SmtpServer } from '../src/index.ts';
import { CERTIFICATE } from './certificate.ts';
import { aMailServer, type MailServer, serverAt } from './mail-server.ts';
import { aMessage, failureOf, mailerTo } from './setting.ts';

const servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function sentTo(options: SMTPServerOptions, how: Partial<SmtpServer>) {
  const server = await aMailServer(options);
  servers.push(server);
  const mailer = mailerTo(serverAt(server, how));
  return { server, mailer, taken: server.taken, sending: mailer.send(aMessage()) };
}

const TRUSTED = { authorities: CERTIFICATE };

test('with starttls the mailer sends the message encrypted', async () => {
  const { sending, taken } = await sentTo({}, { security: 'starttls', ...TRUSTED });
  await sending;
  expect(taken).toMatchObject([{ encrypted: true, from: 'rooms@example.com', recipient: 'ada@example.com' }]);
});

test('with starttls the mailer sends neither message nor password to a server that does not offer it', async () => {
  let asked = 0;
  const { sending, taken } = await sentTo(
    { hideSTARTTLS: true, disabledCommands: ['STARTTLS'], onAuth: () => asked++ },
    { security: 'starttls', ...TRUSTED, login: { user: 'rooms', password: 'swordfish' } },
  );
  expect((await failureOf(sending)).why).toMatch(/^ETLS/);
  expect(taken).toEqual([]);
  expect(asked).toBe(0);
});

test('with tls the mailer encrypts from the first byte', async () => {
  const { sending, taken, mailer } = await sentTo({ secure: true }, { security: 'tls', ...TRUSTED });
  await sending;
  await mailer.check();
  expect(taken).toMatchObject([{ encrypted: true }]);
});

test.each(['tls', 'starttls'] as const)(
  'with %s the mailer sends nothing to a server with an untrusted certificate',
  async (security) => {
    const { sending, taken } = await sentTo({ secure: security === 'tls' }, { security });
    expect((await failureOf(sending)).why).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(taken).toEqual([]);
  },
);

test('the mailer sends nothing to a server with the certificate of another host', async () => {
  const { sending, taken } = await sentTo({}, { security: 'starttls', host: '127.0.0.2', ...TRUSTED });
  await failureOf(sending);
  expect(taken).toEqual([]);
});

test('with none the mailer sends in plaintext, even if the server offers encryption', async () => {
  const { sending, taken } = await sentTo({}, { security: 'none' });
  await sending;
  expect(taken).toMatchObject([{ encrypted: false }]);
});
