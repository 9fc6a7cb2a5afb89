import { randomBytes } from 'node:crypto';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { grantSigner, signingKeyFrom } from '@strongroom/adapter-local';
import { type GrantClaims, instant } from '@strongroom/domain';
import { RefusedGrants } from '../src/release/refused-grants.ts';
import { aClient, type Client, Setting, type WrappedFileKey } from './setting.ts';

let setting: Setting;
let client: Client;
let file: WrappedFileKey;
beforeAll(async () => {
  setting = await Setting.start();
  client = aClient();
  file = await setting.aFile();
});
afterAll(() => setting.end());

type Line = Readonly<{ level: string; message: string; reason?: string; kid?: string; hint?: string }>;

const lines = (): readonly Line[] => setting.logged.map((line) => JSON.parse(line) as Line);
const warnings = (): readonly Line[] => lines().filter(({ level }) => level === 'warn');

const unwrap = (grant: string, more: object = {}) =>
  setting.post('/v1/unwrap', { grant, wrapped_dek: file.wrappedDek, client_key: client.jwk, ...more });

const now = (): number => Math.floor(Date.now() / 1000);

describe('a refused grant is one warning with its reason, and without the content of the grant', () => {
  test.each<[string, Partial<GrantClaims>]>([
    ['audience', { aud: 'https://secret.example.com' }],
    ['issuer', { iss: 'https://secret.example.com' }],
    ['expired', { iat: now() - 500, exp: now() - 400 }],
    ['clock', { iat: now() + 500, exp: now() + 600 }],
  ])('%s', async (reason, claims) => {
    setting.logged.length = 0;
    const grant = setting.grant(file, client, claims);
    expect((await unwrap(grant)).status).toBe(403);
    expect(warnings()).toEqual([expect.objectContaining({ message: 'a key grant is refused', reason })]);
    const text = setting.logged.join('');
    for (const secret of [file.file, file.room, file.kmsKeyId, 'secret.example.com', grant.slice(-40)])
      expect(text).not.toContain(secret);
  });

  test('unknown key, with the thumbprint that the header names', async () => {
    setting.logged.length = 0;
    const other = grantSigner(signingKeyFrom(randomBytes(32).toString('base64url')));
    await unwrap(other.sign(setting.claims(file, client), file.wrappedDek));
    expect(warnings()).toEqual([
      expect.objectContaining({ message: 'a key grant is refused', reason: 'unknown key', kid: other.thumbprint }),
    ]);
  });

  test('is logged at most ten times a minute, and the rest is counted', () => {
    const written: [string, Readonly<Record<string, unknown>> | undefined][] = [];
    const log = {
      info: () => undefined,
      error: () => undefined,
      warn: (...line: (typeof written)[number]) => written.push(line),
    };
    const refused = new RefusedGrants({ log, clock: { now: () => instant(0) } });
    for (let times = 0; times < 1000; times++) refused.note('grant-kid', { kid: `${times}\n`, request: 'one' });
    refused.note('grant-expired', { kid: undefined, request: 'two' });
    refused.flush();
    refused.flush();
    expect(written).toHaveLength(12);
    expect(written.at(-1)).toEqual(['more key grants are refused', { reason: 'unknown key', count: 990 }]);
    expect(written.some(([, fields]) => 'kid' in (fields ?? {}))).toBe(false);
  });
});

describe('the server', () => {
  test.each([
    ['/v1/unwrap', 'GET', 'POST'],
    ['/v1/status', 'DELETE', 'GET, HEAD'],
    ['/healthz', 'POST', 'GET, HEAD'],
  ])('names the methods of %s to a request by another', async (path, method, allow) => {
    const response = await fetch(setting.url + path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  });

  test('cuts a reason after 200 characters, and never through a character', async () => {
    const reason = `${'x'.repeat(199)}🔑🔑`;
    const grant = setting.grant(file, client);
    expect((await unwrap(grant, { reason })).status).toBe(200);
    expect((await setting.record()).find(({ type }) => type === 'key.released')?.data['reason']).toBe(
      `${'x'.repeat(199)}🔑`,
    );
  });

  test('logs no error for clients that break off', async () => {
    setting.logged.length = 0;
    const { port, host } = new URL(setting.url);
    for (const part of ['{"grant":', '']) {
      await new Promise<void>((resolve) => {
        const socket = createConnection(Number(port), '127.0.0.1', () => {
          const head = `POST /v1/unwrap HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
          socket.write(head + part, () => socket.destroy());
        });
        socket.once('close', () => resolve());
      });
    }
    // The next request is answered after those were.
    await unwrap(setting.grant(file, client));
    await fetch(`${setting.url}/v1/status`);
    expect(lines().filter(({ level }) => level === 'error')).toEqual([]);
  });
});
