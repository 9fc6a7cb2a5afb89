import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { readEmail } from '@strongroom/contract-tests';
import { bearerSecret } from '@strongroom/domain';
import type { Log } from '@strongroom/ports';
import { SMTPServer } from 'smtp-server';
import { readSettings } from '../../src/config/settings.ts';
import { openService } from '../../src/container/open-service.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A mail server that refuses the first `refusals` messages after reading them. */
async function aMailServer(port: number, refusals = 0) {
  const came: Uint8Array[] = [];
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      done(null, username === 'rooms' && password === PASSWORD ? { user: username } : {}),
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, _session, done) => {
      const pieces: Uint8Array[] = [];
      stream.on('data', (piece: Uint8Array) => pieces.push(piece));
      stream.on('end', () => {
        came.push(Buffer.concat(pieces));
        done(came.length <= refusals ? Object.assign(new Error('later'), { responseCode: 451 }) : null);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  return { came: () => came.map(readEmail), port: (server.server.address() as AddressInfo).port, stop };
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !holds(); await pause(20))
    if (Date.now() > end) throw new Error('it did not come to that');
}

const PASSWORD = 'swordfish';
const TOKEN = bearerSecret('apiToken', new Uint8Array(32).fill(5));

/** A service set up by an operator, with a mail server on this machine. */
async function aService(port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-mail-'));
  ends.push(() => rm(folder, { recursive: true }));
  const read = readSettings({
    PORT: '0',
    STRONGROOM_DATA_DIR: folder,
    STRONGROOM_OWNER_TOKEN: TOKEN,
    STRONGROOM_MAIL: 'smtp',
    STRONGROOM_MAIL_FROM: 'rooms@example.com',
    STRONGROOM_SMTP_URL: `smtp://rooms:${PASSWORD}@127.0.0.1:${port}`,
  });
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  const lines: { message: string; fields: Readonly<Record<string, unknown>> }[] = [];
  const write = (message: string, fields = {}) => void lines.push({ message, fields });
  const log: Log = { info: write, warn: write, error: write };
  const service = await openService(read.settings, log);
  ends.push(() => service.stop());
  const call = (path: string, body: object): Promise<Response> =>
    fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { call, lines };
}

const failures = (lines: readonly Readonly<{ message: string; fields: unknown }>[]) =>
  lines.filter(({ message }) => message.startsWith('a job failed')).map(({ fields }) => fields);

test('inviting succeeds while the mail server is down, and sends one message once it is up', async () => {
  const down = await aMailServer(0);
  await down.stop();
  const { call, lines } = await aService(down.port);

  const invited = await call('/users/invite', { email: 'ada@example.com', role: 'member' });
  expect(invited.status).toBe(201);
  const { data } = (await invited.json()) as { data: { invitation: { id: string } } };
  await until(() => failures(lines).length > 0);
  expect(failures(lines)[0]).toMatchObject({ kind: 'send-invitation', cause: 'ESOCKET ECONNREFUSED' });

  const up = await aMailServer(down.port, 1);
  ends.push(up.stop);
  await until(() => up.came().length === 2);
  const [refused, taken] = up.came();
  expect(taken).toEqual(refused);
  expect(taken).toMatchObject({ messageId: `<${data.invitation.id}@example.com>`, to: 'ada@example.com' });
  const token = /^sri_\w+$/m.exec(taken?.text ?? '')?.[0];
  expect((await call('/invitations/accept', { token, name: 'Ada' })).status).toBe(200);

  const logged = JSON.stringify(lines);
  for (const secret of [PASSWORD, 'ada@example.com', token ?? '?']) expect(logged).not.toContain(secret);
});
