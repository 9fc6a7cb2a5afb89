import { afterEach, expect, test } from '@jest/globals';
import type { SMTPServerOptions } from 'smtp-server';
import { CERTIFICATE } from './certificate.ts';
import { aMailServer, type MailServer, serverAt } from './mail-server.ts';
import { aMessage, failureOf, mailerTo } from './setting.ts';

let server: MailServer;
afterEach(() => server.stop());

const KNOWING: SMTPServerOptions = {
  authOptional: false,
  onAuth: ({ username, password }, _session, done) =>
    username === 'rooms' && password === 'swordfish' ? done(null, { user: username }) : done(null, { message: 'no' }),
};

async function mailerAs(login: { user: string; password: string } | undefined, options = KNOWING) {
  server = await aMailServer(options);
  return mailerTo(serverAt(server, { security: 'starttls', authorities: CERTIFICATE, login }));
}

test('the mailer sends user and password to a server that asks for them', async () => {
  const mailer = await mailerAs({ user: 'rooms', password: 'swordfish' });
  await mailer.check();
  await mailer.send(aMessage());
  expect(server.taken).toMatchObject([{ user: 'rooms' }]);
});

test('the mailer reports a wrong password without revealing it', async () => {
  const mailer = await mailerAs({ user: 'rooms', password: 'swordfish2' });
  expect((await failureOf(mailer.send(aMessage()))).why).toMatch(/^EAUTH 535/);
  expect((await failureOf(mailer.check())).why).toMatch(/^EAUTH 535/);
  expect(server.taken).toEqual([]);
});

test('the mailer fails without a password if the server asks for one', async () => {
  const mailer = await mailerAs(undefined);
  expect((await failureOf(mailer.send(aMessage()))).why).toMatch(/530/);
});

test('the mailer sends no message to a server that does not support AUTH', async () => {
  const mailer = await mailerAs({ user: 'rooms', password: 'swordfish' }, { disabledCommands: ['AUTH'] });
  await failureOf(mailer.send(aMessage()));
  expect(server.taken).toEqual([]);
});
