import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import { checkBeforeStart } from '../src/doctor/before-start.ts';
import { checkCertificates } from '../src/doctor/certificates.ts';
import { checkKeyServer } from '../src/doctor/key-server.ts';
import { checkIdentityProvider, checkWitnesses } from '../src/doctor/outside-servers.ts';
import { aFolder, strongroomAdmin } from './setting.ts';

const run = promisify(execFile);

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const answering = async (status: number, body: object): Promise<string> => {
  const answer: RequestListener = (_, response) => response.writeHead(status).end(JSON.stringify(body));
  return `http://127.0.0.1:${await listening(createServer(answer))}`;
};

test('the doctor reports a key service as ready, not ready with the reason, another server, or down', async () => {
  const ready = await answering(200, { status: 'ready' });
  expect(await checkKeyServer(ready)).toEqual({ check: 'key server', status: 'ok', text: `${ready} is ready` });
  const waiting = await answering(503, { status: 'not ready' });
  expect(await checkKeyServer(waiting)).toMatchObject({
    status: 'warn',
    text: `${waiting} releases no keys: not ready`,
  });
  const other = await answering(200, { hello: 'you' });
  expect(await checkKeyServer(other)).toMatchObject({
    status: 'fail',
    text: expect.stringContaining('another server'),
  });
  expect(await checkKeyServer('http://127.0.0.1:1')).toMatchObject({
    status: 'fail',
    text: 'http://127.0.0.1:1 does not answer',
  });
});

test('the doctor checks that the identity provider answers and publishes its own configuration', async () => {
  const body = { issuer: '' };
  const issuer = await answering(200, body);
  expect(await checkIdentityProvider(issuer)).toMatchObject({
    status: 'fail',
    text: `${issuer} publishes no configuration for this name (status 200)`,
  });
  body.issuer = issuer;
  expect(await checkIdentityProvider(issuer)).toEqual({
    check: 'identity provider',
    status: 'ok',
    text: `${issuer} publishes its configuration`,
  });
  expect(await checkIdentityProvider('http://127.0.0.1:1')).toMatchObject({
    status: 'fail',
    text: 'http://127.0.0.1:1 does not answer',
  });
});

test('the doctor names each witness that does not answer', async () => {
  const witness = await answering(404, {});
  expect(await checkWitnesses([])).toEqual([]);
  expect(await checkWitnesses([witness])).toEqual([{ check: 'witnesses', status: 'ok', text: witness }]);
  expect(await checkWitnesses([witness, 'http://127.0.0.1:1', await answering(502, {})])).toMatchObject([
    { status: 'warn', text: 'http://127.0.0.1:1 does not answer' },
    { status: 'warn', text: expect.stringContaining('does not answer') },
  ]);
});

test('doctor asks the identity provider and the witnesses of the settings', async () => {
  const { out } = await strongroomAdmin(['doctor', '--data-dir', await aFolder(), '--json'], {
    env: {
      STRONGROOM_OIDC_ISSUER: 'http://127.0.0.1:1',
      STRONGROOM_OIDC_CLIENT_ID: 'strongroom',
      STRONGROOM_OIDC_CLIENT_SECRET: 'a secret',
      STRONGROOM_AUDIT_WITNESS:
        'witness.example+a50367b6+BP0XJDhaoMdbZPt4zWAvodmR/ev3axPFjtcC6sg16fYY@http://127.0.0.1:2',
    },
  });
  const { checks } = JSON.parse(out) as { checks: readonly { check: string; status: string; text: string }[] };
  expect(checks.filter(({ text }) => text.endsWith('does not answer'))).toMatchObject([
    { check: 'identity provider', status: 'fail' },
    { check: 'witnesses', status: 'warn' },
  ]);
});

test('the doctor reports whether a certificate is valid, expires soon or is not trusted, where the server answers', async () => {
  const folder = await aFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  await run('openssl', ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', cert]);
  const pem = await readFile(cert, 'utf8');
  const port = await listening(createTlsServer({ cert: pem, key: await readFile(key, 'utf8') }));
  const addresses = [
    `https://localhost:${port}/path`,
    `https://localhost:${port}`,
    'http://x.example',
    'https://localhost:1',
  ];
  expect(await checkCertificates(addresses)).toMatchObject([
    { check: 'certificates', status: 'fail', text: `localhost:${port}: DEPTH_ZERO_SELF_SIGNED_CERT` },
  ]);
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, pem]);
  ends.push(() => setDefaultCACertificates([...trusted]));
  expect(await checkCertificates(addresses)).toEqual([
    { check: 'certificates', status: 'ok', text: `localhost:${port}` },
  ]);
  const later = Date.now() + 20 * 86_400_000;
  expect(await checkCertificates(addresses, () => later)).toMatchObject([
    { status: 'warn', text: expect.stringMatching(/ends in (9|10) days$/) },
  ]);
});

test('the doctor checks mail by a sign-in at the server, and the folder of mails only where it is used', async () => {
  const greeted = await listening(
    createNetServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 mail.example ESMTP\r\n');
      socket.on('data', (piece: Buffer) => {
        if (/^(EHLO|HELO)/.test(String(piece))) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
        else if (String(piece).startsWith('AUTH')) socket.write('535 5.7.8 no\r\n');
        else socket.end('221 bye\r\n');
      });
    }),
  );
  const mailOf = async (url: string): Promise<object> => {
    const { out } = await strongroomAdmin(['doctor', '--json'], {
      env: {
        STRONGROOM_DATA_DIR: await aFolder(),
        STRONGROOM_MAIL: 'smtp',
        STRONGROOM_SMTP_URL: url,
        STRONGROOM_MAIL_FROM: 'rooms@example.com',
      },
    });
    expect(out).not.toContain('hunter2');
    return (JSON.parse(out) as { checks: { check: string }[] }).checks.filter(({ check }) => check === 'mail');
  };
  expect(await mailOf(`smtp://127.0.0.1:${greeted}?starttls=never`)).toMatchObject([{ status: 'ok' }]);
  expect(await mailOf(`smtp://ada:hunter2@127.0.0.1:${greeted}?starttls=never`)).toMatchObject([
    { status: 'fail', text: expect.stringContaining('EAUTH 535 5.7.8') },
  ]);
  expect(await mailOf('smtp://127.0.0.1:1')).toMatchObject([
    { status: 'fail', text: expect.stringContaining('ECONNREFUSED') },
  ]);
});

test('the doctor fails on a misspelt and on a missing setting, which would stop the start', async () => {
  const settingsOf = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
    const { code, out } = await strongroomAdmin(['doctor', '--json'], {
      env: { STRONGROOM_DATA_DIR: await aFolder(), ...env },
    });
    const { checks } = JSON.parse(out) as { checks: { check: string; text: string }[] };
    return [code, ...checks.filter(({ check }) => check === 'settings').map(({ text }) => text)];
  };
  expect(await settingsOf({ STRONGROOM_S3_BUKET: 'rooms' })).toEqual([
    1,
    'STRONGROOM_S3_BUKET is no setting of this service; did you mean STRONGROOM_S3_BUCKET?',
  ]);
  expect(await settingsOf({ STRONGROOM_PASSWORDS: 'off' })).toEqual([
    1,
    'STRONGROOM_PASSWORDS=off needs STRONGROOM_OIDC_ISSUER: no user could sign in otherwise',
  ]);
});

test('an upgrade ahead is reported before the start that has no way back', () => {
  expect(checkBeforeStart(undefined, true)).toEqual([]);
  expect(checkBeforeStart({ isOtherSecret: false, outdated: 0 }, true)).toEqual([]);
  expect(checkBeforeStart({ isOtherSecret: false, outdated: 195 }, true)).toMatchObject([
    { check: 'upgrade', status: 'warn', todo: 'make a backup: the next start rewrites them' },
  ]);
  expect(checkBeforeStart({ isOtherSecret: false, outdated: 195 }, false)).toMatchObject([
    { todo: expect.stringContaining('strongroom-admin upgrade') },
  ]);
});
