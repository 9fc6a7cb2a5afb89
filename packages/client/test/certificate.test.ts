import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Strongroom } from '@strongroom/client';
import { failureOf } from './failure.ts';

let folder: string;
const servers: Server[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificate-'));
});
afterAll(async () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true });
});

test('a server whose authority is unknown is named, with the setting that trusts it', async () => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const to = ['-keyout', join(folder, 'key'), '-out', join(folder, 'certificate')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '1', ...subject, ...to], {
    stdio: 'ignore',
  });
  const server = createServer({
    key: readFileSync(join(folder, 'key')),
    cert: readFileSync(join(folder, 'certificate')),
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const { code, message } = await failureOf(new Strongroom({ url, attempts: 1 }).service.offer());
  expect([code, message]).toEqual([
    'CONNECTION_LOST',
    expect.stringContaining(`The certificate of ${url} is from an authority`),
  ]);
  expect(message).toContain('NODE_EXTRA_CA_CERTS');
});

test.each([
  ['CERT_NOT_YET_VALID', 'Set your clock if it is wrong'],
  ['CERT_HAS_EXPIRED', 'Set your clock if it is wrong'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is of another server'],
])('a certificate that is refused by %s is explained', async (code, sentence) => {
  const refused = async () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };
  const asked = new Strongroom({ url: 'https://rooms.example.com', attempts: 1, fetch: refused }).service.offer();
  expect((await failureOf(asked)).message).toContain(sentence);
});
