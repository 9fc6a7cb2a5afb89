import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '@strongroom/test-servers/free-port';
import { Caller } from '../support/caller.ts';
import { aFile, aLink, anUpload, aRoom, CIPHERTEXT, given, put, redeem } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { aCertificate, type RunningProxy, startCaddy, startNginx } from './proxies.ts';

const LARGEST = 100 * 1024 * 1024;
/** Clients may append the tag of the encryption. */
const TAG = 16;
const ELSEWHERE = '203.0.113.9';

let folder: string;
let certificate: Awaited<ReturnType<typeof aCertificate>>;
const trusted = getCACertificates('default');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-proxies-'));
  certificate = await aCertificate(folder);
  setDefaultCACertificates([...trusted, certificate.pem]);
});
afterAll(async () => {
  setDefaultCACertificates([...trusted]);
  await rm(folder, { recursive: true });
});

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const PROXIES = { nginx: startNginx, Caddy: startCaddy };

/** The service behind a proxy made from its sample. */
async function behind(
  name: keyof typeof PROXIES,
): Promise<{ proxy: RunningProxy; owner: Caller; service: ServiceProcess }> {
  const place = await Place.make();
  ends.push(() => place.end());
  const port = await freePort();
  const service = await place.start({
    STRONGROOM_PUBLIC_URL: `https://localhost:${port}`,
    STRONGROOM_TRUSTED_PROXIES: '1',
    STRONGROOM_LOG: 'debug',
  });
  const own = await mkdtemp(join(folder, 'proxy-'));
  const proxy = await PROXIES[name]({ folder: own, port, service: new URL(service.url).host, certificate });
  ends.push(proxy.stop);
  return { proxy, service, owner: new Caller(`${proxy.url}/api/v1`, await place.ownerToken()) };
}

const statusOf = async (url: string, init?: RequestInit): Promise<number> => {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return answer.status;
};

/** Begins a request whose body never comes, and resolves once the service has its head. */
async function hangingRequest(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost' });
  ends.push(async () => socket.destroy());
  await once(socket, 'secureConnect');
  socket.on('error', () => undefined);
  const head = ['POST /api/v1/invitations/accept HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  await new Promise((sent) => socket.write([...head, 'Content-Length: 100', '', '{'].join('\r\n'), sent));
}

test('nginx refuses requests of an address beyond 200 at a time', async () => {
  const { proxy } = await behind('nginx');
  const { port } = new URL(proxy.url);
  expect(await statusOf(`${proxy.url}/open`)).toBe(200);
  await Promise.all(Array.from({ length: 200 }, () => hangingRequest(Number(port))));
  await eventually('the limit', async () => (await statusOf(`${proxy.url}/open`)) === 429);
  for (const end of ends.splice(2)) await end();
  await eventually('the end of the limit', async () => (await statusOf(`${proxy.url}/open`)) === 200);
});

describe.each(Object.keys(PROXIES) as (keyof typeof PROXIES)[])('behind %s, as its sample says', (name) => {
  test('pages load with all their scripts and styles', async () => {
    const { proxy } = await behind(name);
    for (const page of ['/', '/rooms/1', '/open', '/activate', '/settings/tokens', '/docs']) {
      const answer = await fetch(proxy.url + page, { headers: { accept: 'text/html' } });
      expect([page, answer.status]).toEqual([page, 200]);
      const html = await answer.text();
      const parts = Array.from(
        html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"/g),
        ([, path = '']) => path,
      );
      expect(parts.length).toBeGreaterThan(0);
      for (const part of parts)
        expect([part, await statusOf(new URL(part, proxy.url + page).href)]).toEqual([part, 200]);
    }
  });

  test('a file is uploaded, shared and downloaded, and the caller cannot choose the address in the log', async () => {
    const { proxy, owner, service } = await behind(name);
    const room = await aRoom(owner);
    const link = await aLink(owner, await aFile(owner, room), 1);
    const { download_url } = await given(redeem(owner.as(undefined), link.token, { 'X-Forwarded-For': ELSEWHERE }));
    expect(download_url).toMatch(new RegExp(`^${proxy.url}/blobs/`));
    const downloaded = await fetch(download_url);
    expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(CIPHERTEXT);
    expect(service.out).toContain('"ip":"127.0.0.1"');
    expect(service.out).not.toContain(ELSEWHERE);
  });

  test('the largest file passes', async () => {
    const { owner } = await behind(name);
    const upload = await anUpload(owner, await aRoom(owner), LARGEST);
    expect(await put(upload.upload_url, new Uint8Array(LARGEST + TAG))).toBe(200);
  });

  test('browsers come back by https only, from the first answer on, and are led there', async () => {
    const { proxy } = await behind(name);
    for (const path of ['/', '/api/v1/rooms', '/readyz', '/nowhere']) {
      const answer = await fetch(proxy.url + path);
      await answer.arrayBuffer();
      expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000']);
    }
    const led = await fetch(`${proxy.plain}/rooms/1?x=1`, { redirect: 'manual' });
    expect([led.status, led.headers.get('location')]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^https:\/\/localhost(?::\d+)?\/rooms\/1\?x=1$/),
    ]);
    expect(led.status === 301 || led.status === 308).toBe(true);
  });

  test('no secret of a link and no signed address is in its logs, whether or not the service answers', async () => {
    const { proxy, owner, service } = await behind(name);
    const link = await aLink(owner, await aFile(owner, await aRoom(owner)), 1);
    const { download_url } = await given(redeem(owner.as(undefined), link.token));
    await statusOf(download_url);
    const { searchParams } = new URL(download_url);
    await service.kill();
    for (const url of [download_url, `${proxy.url}/api/v1/shares/by-token/${link.token}/download`])
      expect([502, 503]).toContain(await statusOf(url, { headers: { referer: `${proxy.url}/open?x=${link.token}` } }));
    await proxy.stop();
    const logged = await proxy.logged();
    expect(logged.includes('POST /api/v1/shares/by-token/- 200 ')).toBe(name === 'nginx');
    for (const secret of [link.token, searchParams.get('signature') ?? 'none', new URL(download_url).pathname])
      expect(logged).not.toContain(secret);
  });

  test('internal routes do not pass', async () => {
    const { proxy } = await behind(name);
    for (const path of ['/readyz', '/healthz', '/metrics'])
      expect([path, await statusOf(proxy.url + path)]).toEqual([path, 404]);
  });
});
