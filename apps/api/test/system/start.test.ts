import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { anUpload, aRoom, CIPHERTEXT } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

// Each test starts processes, on machines that may be busy.
let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const isThere = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;

describe('with nothing configured', () => {
  test('the service serves from an empty folder, and the first line says where', async () => {
    const before = performance.now();
    // PORT is the only setting: 8080 may be taken on this machine.
    const service = await place.start({ STRONGROOM_DATA_DIR: '' }, { cwd: place.folder });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    const took = performance.now() - before;
    console.log(`from nothing to the first answer: ${Math.round(took)} ms`);
    expect(took).toBeLessThan(25_000);
    expect(service.lines()[0]).toMatchObject({ message: 'listening', url: service.url, public_url: service.url });
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(service.err).toBe('');
    expect(await readdir(place.folder)).toEqual(['data']);
    expect((await readdir(place.data)).filter((name) => !/-(wal|shm)$/.test(name))).toEqual([
      'audit.checkpoint',
      'blobs',
      'keys',
      'limits.db',
      'mail',
      'owner.token',
      'strongroom.db',
      'strongroom.id',
    ]);
  });

  test('the service creates files for its own user only', async () => {
    await place.start();
    const found = await readdir(place.data, { recursive: true });
    const open: string[] = [];
    for (const name of ['.', ...found]) {
      const { mode } = await stat(join(place.data, name));
      if ((mode & 0o077) !== 0) open.push(`${name} ${(mode & 0o777).toString(8)}`);
    }
    expect(open).toEqual([]);
    expect((await stat(join(place.data, 'owner.token'))).mode & 0o777).toBe(0o600);
    expect(found.length).toBeGreaterThan(8);
  });

  test('the service refuses an address with malformed percent-encoding', async () => {
    const service = await place.start();
    for (const path of ['/api/v1/rooms/%ff', '/api/v1/rooms?cursor=%ff', '/elsewhere/%zz'])
      expect(await (await fetch(service.url + path)).json()).toMatchObject({ error: { code: 'BAD_REQUEST' } });
  });

  test('the service loads the bundle, no other adapter and no library of one', async () => {
    const loaded = join(place.folder, 'loaded');
    const ofNode = join(place.folder, 'of-node');
    const hook = join(place.folder, 'hook.mjs');
    // Every loaded module of either loader, and every `require` of a package. Those of Node are listed again and again.
    await writeFile(
      hook,
      `import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
       import { registerHooks } from 'node:module';
       registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(loaded)}, url + '\\n'); return next(url, context); } });
       setInterval(() => {
         writeFileSync(${JSON.stringify(`${ofNode}.new`)}, process.moduleLoadList.join(' '));
         renameSync(${JSON.stringify(`${ofNode}.new`)}, ${JSON.stringify(ofNode)});
       }, 50).unref();`,
    );
    const service = await place.start({}, { flags: ['--import', hook] });
    await aRoom(service.as(await place.ownerToken()));
    const urls = await readFile(loaded, 'utf8');
    const files = urls.split('\n').filter((url) => url.startsWith('file:') && !url.endsWith('/hook.mjs'));
    expect(files.filter((url) => !url.includes('/apps/api/dist/'))).toEqual([]);
    expect(files.length).toBeLessThan(60);
    const modules = (await Promise.all(files.map((url) => readFile(new URL(url), 'utf8')))).flatMap((bundled) =>
      [...bundled.matchAll(/^\/\/ (\S+\.js)$/gm)].map(([, path]) => path ?? ''),
    );
    expect(modules).toContain('packages/adapter-local/dist/documents/sqlite-document-store.js');
    expect(modules).toContain('apps/api/build/container/adapters/sqlite.js');
    const other = /adapters\/(mongodb|postgresql|s3|gcs|cloud-kms|smtp|memory)\.js$|packages\/adapter-(?!local\/)/;
    expect(modules.filter((path) => other.test(path))).toEqual([]);
    expect(modules.filter((path) => /unwrap/.test(path))).toEqual([]);
    const packages = new Set(modules.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
    expect(packages).toContain('express');
    expect(packages).not.toContain('libphonenumber-js');
    await rm(ofNode, { force: true });
    const ofNodeItself = await eventually("Node's modules", () => readFile(ofNode, 'utf8').catch(() => undefined));
    expect(ofNodeItself).toContain('NativeModule http ');
    expect(ofNodeItself).not.toContain('undici'); // its `fetch`: 16 MB
  });
});

describe("the first owner's token", () => {
  test('is not printed if standard output is not a terminal', async () => {
    const service = await place.start();
    const token = await place.ownerToken();
    expect(token).toMatch(/^srt_/);
    expect((await service.as(token).get('/me')).status).toBe(200);
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
    expect(service.out + service.err).not.toContain(token);
    expect(service.out + service.err).not.toMatch(/srt_/);
  });

  // `script` gives its command a terminal; these options are those of util-linux.
  if (isThere('script', '--version'))
    test('is printed once on a terminal, and not at the next start', async () => {
      const first = await onTerminal();
      const token = await place.ownerToken();
      expect(first.split(token)).toHaveLength(2);
      expect(first).toContain(join(place.data, 'owner.token'));
      const second = await onTerminal();
      expect(second).not.toContain('srt_');
    });

  /** Its terminal output until it serves. */
  async function onTerminal(): Promise<string> {
    const command = ['sh', '-c', 'exec script --quiet --return --command "$*" /dev/null', 'sh'];
    const service = await place.begin({}, { command });
    const url = await eventually('the address', async () => /\burl=(http:[\d./]+:\d+)\s/.exec(service.out)?.[1]);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await service.kill();
    await eventually('its end', () =>
      fetch(url).then(
        () => undefined,
        () => true,
      ),
    );
    return service.out;
  }
});

describe('a service that is stopped', () => {
  test('finishes requests under way, refuses new connections, and exits with 0', async () => {
    const service = await place.start();
    const { upload, answered } = await halfAnUpload(service);
    service.signal('SIGTERM');
    await eventually('the closed door', () =>
      fetch(`${service.url}/healthz`).then(
        () => undefined,
        () => true,
      ),
    );
    upload.end(CIPHERTEXT.subarray(5));
    expect(await answered).toBe(200);
    expect(await service.ended()).toBe(0);
    expect(service.lines().map(({ message }) => message)).toEqual(expect.arrayContaining(['stopping', 'stopped']));
    expect(service.err).toBe('');
  });

  test('does not wait for an idle connection', async () => {
    const service = await place.start();
    await (await fetch(`${service.url}/healthz`)).text();
    service.signal('SIGINT');
    expect(await service.ended()).toBe(0);
  });

  test('exits at once at the second signal, and every acknowledged write is there', async () => {
    const service = await place.start();
    const { answered } = await halfAnUpload(service);
    service.signal('SIGTERM');
    await eventually('its answer', async () => service.out.includes('"stopping"'));
    service.signal('SIGTERM');
    // An ongoing stop cuts the upload after eight seconds and ends with 0.
    expect(await service.ended()).toBe(1);
    expect(await answered).toBe('ECONNRESET');
    const again = await place.start();
    expect((await again.as(await place.ownerToken()).get('/rooms')).body.meta.total).toBe(1);
  });
});

/** An upload whose first bytes have arrived, and whose rest has not. */
async function halfAnUpload(
  service: ServiceProcess,
): Promise<{ upload: ClientRequest; answered: Promise<number | string | undefined> }> {
  const owner = service.as(await place.ownerToken());
  const { upload_url } = await anUpload(owner, await aRoom(owner));
  const upload = request(upload_url, { method: 'PUT', headers: { 'Content-Length': CIPHERTEXT.length } });
  const answered = new Promise<number | string | undefined>((resolve) => {
    upload
      .on('response', ({ statusCode }) => resolve(statusCode))
      .on('error', (error: { code?: string }) => resolve(error.code));
  });
  upload.write(CIPHERTEXT.subarray(0, 5));
  // The upload file holds the bytes that were written so far.
  await eventually('the first bytes', async () => (await readdir(join(place.data, 'blobs', 'tmp'))).length > 0);
  return { upload, answered };
}
