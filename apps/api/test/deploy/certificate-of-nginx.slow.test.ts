import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Agent, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@strongroom/test-servers/free-port';
import { eventually } from '../support/service-process.ts';
import { aCertificate, startNginx } from './proxies.ts';

const PER_SECOND = 200;

type Certificate = Awaited<ReturnType<typeof aCertificate>>;

let folder: string;
let service: Server;
let before: Certificate;
let after: Certificate;
const trusted = getCACertificates('default');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-certificate-'));
  // The workers of nginx, which run as another user, read it at each handshake.
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'live'), { mode: 0o755 });
  const made = async (name: string): Promise<Certificate> => {
    await mkdir(join(folder, name));
    return aCertificate(join(folder, name));
  };
  [before, after] = [await made('before'), await made('after')];
  setDefaultCACertificates([...trusted, before.pem, after.pem]);
  service = createServer((_, response) => response.end('served')).listen(0, '127.0.0.1');
  await once(service, 'listening');
});
afterAll(async () => {
  setDefaultCACertificates([...trusted]);
  service.closeAllConnections();
  service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Puts a certificate and its key in their place in one step. */
async function show({ cert, key }: Certificate): Promise<void> {
  const next = join(folder, 'live/localhost.new');
  await writeFile(next, (await readFile(cert, 'utf8')) + (await readFile(key, 'utf8')), { mode: 0o644 });
  await rename(next, join(folder, 'live/localhost.pem'));
}

/** Status of a request, and the certificate that its connection was shown. */
async function asked(url: string, agent: Agent): Promise<Readonly<{ status: number; shown: string }>> {
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  const shown = (answer.socket as TLSSocket).getPeerX509Certificate()?.toString() ?? '';
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode ?? 0, shown };
}

test('a certificate by a variable changes under 200 requests a second without a reload, and no connection is lost', async () => {
  await show(before);
  const live = join(folder, 'live/$ssl_server_name.pem');
  const proxy = await startNginx({
    folder,
    port: await freePort(),
    service: `127.0.0.1:${(service.address() as AddressInfo).port}`,
    certificate: { cert: live, key: live, pem: '' },
  });
  const kept = new Agent({ keepAlive: true, maxSockets: 8 });
  const failed: string[] = [];
  const running: Promise<unknown>[] = [];
  const fresh = async (): Promise<string> => (await asked(proxy.url, new Agent({ maxCachedSessions: 0 }))).shown;
  const timer = setInterval(() => {
    running.push(
      asked(proxy.url, kept).then(
        ({ status }) => (status === 200 ? undefined : failed.push(String(status))),
        (error: unknown) => failed.push(String(error)),
      ),
    );
  }, 1000 / PER_SECOND);
  try {
    expect(await fresh()).toBe(before.pem);
    await show(after);
    await eventually('the new certificate', async () => (await fresh()) === after.pem);
    const asFar = running.length;
    await eventually('more requests', async () => running.length > asFar + PER_SECOND);
  } finally {
    clearInterval(timer);
    await Promise.all(running);
    kept.destroy();
    await proxy.stop();
  }
  expect(failed).toEqual([]);
});
