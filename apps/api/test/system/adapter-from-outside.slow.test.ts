import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import * as suites from '@strongroom/contract-tests';
import { type OutsideProjects, outsideProjects } from '../../../../scripts/outside-project.ts';
import { build, ROOT } from '../support/built.ts';
import { download, upload } from '../support/encrypted-transfer.ts';
import { aRoom } from '../support/people-of-process.ts';
import { eventually, Place } from '../support/service-process.ts';

// Starts processes, on machines that may be busy.
jest.setTimeout(120_000);

const PACKAGE = 'module:@acme/strongroom-redis';
/** Promises of an optional part of the port, which a new adapter lists as not shown. */
const OF_JOIN = ['BS-24', 'BS-25', 'BS-26'];

type Server = Readonly<{ url: string; buckets: () => Promise<number> }> &
  Readonly<Record<'kill' | 'restart' | 'stop', () => Promise<void>>>;

let projects: OutsideProjects;
beforeAll(async () => {
  await build();
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-b', join(ROOT, 'packages/contract-tests')]);
  projects = outsideProjects();
});
afterAll(() => projects.remove());

describe('the suite of a port runs from its package, in a project of its own', () => {
  test('all promises are kept in the end', () => {
    const { numFailedTests, numPassedTests } = projects.jest({}, 'contract');
    expect([numFailedTests, numPassedTests > 10]).toEqual([0, true]);
  });

  test.each([
    ['documents', [suites.documentStorePromises, suites.auditLogPromises]],
    ['audit', [suites.documentStorePromises, suites.auditLogPromises]],
    ['blobs', [suites.blobStorePromises.filter(({ id }) => !OF_JOIN.includes(id))]],
    ['keys', [suites.keyVaultPromises, suites.keyUnwrapperPromises]],
    ['limits', [suites.rateLimiterPromises]],
    ['mail', [suites.mailerPromises]],
  ])('all promises of %s fail where `adapter new` begins, and its types are right', (kind, promises) => {
    const begun = projects.begin(kind);
    const { numFailedTests, numPassedTests } = begun.jest();
    expect([numPassedTests, numFailedTests]).toEqual([0, promises.flat().length]);
    expect(begun.types()).toMatchObject({ code: 0, out: '' });
  });

  test('the adapter survives its own faults, and fits the types', () => {
    const { numFailedTests, numPassedTests } = projects.jest({}, 'faults');
    expect([numFailedTests, numPassedTests > 5]).toEqual([0, true]);
    expect(projects.types()).toMatchObject({ code: 0, out: '' });
  });
});

describe('a service with an adapter from a package outside', () => {
  let place: Place;
  let server: Server;
  beforeEach(async () => {
    place = await Place.make();
    const { RedisServer } = (await import(join(projects.author, 'test/redis-server.js'))) as {
      RedisServer: { start: () => Promise<Server> };
    };
    server = await RedisServer.start();
  });
  afterEach(async () => {
    await place.end();
    await server.stop();
  });

  const settings = () => ({ STRONGROOM_LIMITS: PACKAGE, STRONGROOM_LIMITS_MODULE_URL: server.url });
  const here = () => ({ cwd: projects.operator });

  test('serves the steps of the tutorial, and counts them there', async () => {
    const service = await place.start(settings(), here());
    const owner = service.as(await place.ownerToken());
    const unwrap = (wrapped: string, key: string) => unwrapDataKey(join(place.data, 'keys'), wrapped, key);
    const room = await aRoom(owner);
    const bytes = Buffer.from('plan of the house');
    const { fileId } = await upload(owner, unwrap, room.id, { name: 'plan.txt', type: 'text/plain', bytes });
    expect(await download(await owner.get(`/files/${fileId}/download-url`), unwrap)).toEqual(bytes);
    const shared = await owner.post(`/files/${fileId}/share`, { expires_in: 3600, max_downloads: 1 });
    const { token } = shared.body.data;
    const visitor = service.as(undefined);
    expect(await download(await visitor.post(`/shares/by-token/${token}/download`), unwrap)).toEqual(bytes);
    expect((await visitor.post(`/shares/by-token/${token}/download`)).status).toBe(410);
    expect(await server.buckets()).toBeGreaterThan(0);
  });

  test('answers 503 while its server is down, reports it in /readyz, and continues afterwards', async () => {
    const service = await place.start(settings(), here());
    const owner = service.as(await place.ownerToken());
    await server.kill();
    expect((await owner.get('/me')).status).toBe(503);
    const ready = await fetch(`${service.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('limits')]);
    await server.restart();
    await eventually('an answer', async () => (await owner.get('/me')).status === 200);
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
  });

  test('the doctor asks the package about its server', async () => {
    const doctor = (): string =>
      spawnSync(process.execPath, [join(ROOT, 'apps/admin/dist/main.js'), 'doctor', '--json'], {
        cwd: projects.operator,
        env: { ...settings(), STRONGROOM_DATA_DIR: place.data },
        encoding: 'utf8',
      }).stdout;
    await (await place.start(settings(), here())).kill();
    const limits = () =>
      (JSON.parse(doctor()) as { checks: { check: string }[] }).checks.find(({ check }) => check === 'limits');
    expect(limits()).toMatchObject({ status: 'ok', text: '@acme/strongroom-redis reaches Redis' });
    await server.kill();
    expect(limits()).toMatchObject({ status: 'fail', text: '@acme/strongroom-redis gets no answer of Redis' });
  });

  test.each([
    [
      'is not installed',
      { STRONGROOM_LIMITS: 'module:@acme/absent' },
      /STRONGROOM_LIMITS: module:@acme\/absent is not installed: run `npm install @acme\/absent` in /,
    ],
    [
      'is for another port',
      { STRONGROOM_BLOBS: PACKAGE },
      /STRONGROOM_BLOBS: module:@acme\/strongroom-redis exports no function openBlobStore, so it is no adapter for blobs\.$/m,
    ],
    [
      'lacks a setting',
      { STRONGROOM_LIMITS: PACKAGE },
      /STRONGROOM_LIMITS: module:@acme\/strongroom-redis does not open: STRONGROOM_LIMITS_MODULE_URL must be redis:/,
    ],
    [
      'finds no server',
      { STRONGROOM_LIMITS: PACKAGE, STRONGROOM_LIMITS_MODULE_URL: 'unix:///nowhere' },
      /does not open: limits cannot serve \(connect ENOENT \/nowhere\)\.$/m,
    ],
  ])('does not start if the package %s', async (_what, environment, sentence) => {
    const refusal = await place.refusal(environment, here());
    expect([refusal.code, refusal.out]).toEqual([1, '']);
    expect(refusal.err).toMatch(sentence);
  });
});
