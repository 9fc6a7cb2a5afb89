import { cp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { aRoom, given } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const path = (name: string): string => join(place.folder, name);
const command = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const ended = await strongroom(args, { env, cwd: place.folder });
  return { ...ended, all: `${ended.out}${ended.err}` };
};
const auditor = ({ url }: ServiceProcess, token: string) => ({ STRONGROOM_URL: url, STRONGROOM_TOKEN: token });

const stop = async (service: ServiceProcess): Promise<void> => {
  service.signal('SIGTERM');
  await service.ended();
};

/**
 * Follows the page: a backup, the keys copied after it, work that continues, a checkpoint that an auditor takes, and a
 * machine that is lost.
 */
async function lostMachine(): Promise<Readonly<{ token: string; service: ServiceProcess }>> {
  const first = await place.start();
  const token = await place.ownerToken();
  const owner = first.as(token);
  for (let room = 0; room < 3; room++) await aRoom(owner);
  expect(await command(['backup', '--data-dir', 'data', '--to', 'backup'])).toMatchObject({ code: 0 });
  await cp(join(place.data, 'keys'), path('vault'), { recursive: true });
  for (let room = 0; room < 4; room++) await aRoom(owner);
  // The export signs what there is.
  expect((await owner.get('/audit/export')).status).toBe(200);
  const kept = await command(['audit', 'checkpoint'], auditor(first, token));
  await writeFile(path('kept.checkpoint'), kept.out);
  await stop(first);
  await rename(place.data, path('lost'));
  const restored = await command(['restore', '--from', 'backup', '--keys', 'vault', '--data-dir', 'data']);
  expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining('strongroom-admin audit restart') });
  return { token, service: await place.start() };
}

const ready = async ({ url }: ServiceProcess, probe = '/readyz') => {
  const answer = await fetch(`${url}${probe}`);
  return [answer.status, await answer.json()];
};

const expectReadOnly = async (service: ServiceProcess, token: string): Promise<void> => {
  expect(await ready(service)).toMatchObject([200, { status: 'read_only', audit_log: 'store_is_restored' }]);
  // Each process of a restored store would fail a probe of its start, and none would serve reads.
  expect((await ready(service, '/startupz'))[0]).toBe(200);
  const owner = service.as(token);
  expect((await owner.get('/rooms')).body.data).toHaveLength(3);
  const { status, body, headers } = await owner.post('/rooms', { name: 'A room', classification: 'C1' });
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'READ_ONLY', '60']);
  expect(body.error.message).toMatch(/Its operator has to run `strongroom-admin audit restart`/);
  expect(body.error.message).not.toMatch(/try again shortly/);
};

const writesAgain = (service: ServiceProcess, token: string) =>
  eventually('a write', async () =>
    (await service.as(token).post('/rooms', { name: 'Later', classification: 'C1' })).status === 201 ? true : undefined,
  );

const verify = async (service: ServiceProcess, token: string) => {
  await command(['audit', 'download', 'log.tar'], auditor(service, token));
  return command(['audit', 'verify', 'log.tar', '--checkpoint', 'kept.checkpoint']);
};

test('a store that is restored by the page refuses writes until a new log begins, and the outside checkpoint is judged rightly', async () => {
  const { token, service } = await lostMachine();
  await expectReadOnly(service, token);
  const doctor = await command(['doctor', '--data-dir', 'data']);
  expect(doctor).toMatchObject({ code: 1, out: expect.stringMatching(/^fail +audit log +the store was restored/m) });

  const restart = ['audit', 'restart', '--reason', 'the machine was lost', '--data-dir', 'data'];
  expect(await command(restart)).toMatchObject({ code: 0, err: '' });
  // The running process learns of it through the store.
  await writesAgain(service, token);
  expect(await ready(service, '/startupz')).toMatchObject([200, { status: 'ready' }]);
  const judged = await verify(service, token);
  expect([judged.code, judged.all]).toEqual([2, expect.not.stringContaining('tampered')]);
  const [event] = await given(service.as(token).get('/audit-events?type=log.restarted'));
  expect(event.data).toMatchObject({ reason: 'the machine was lost', fault: 'store_is_restored' });

  await stop(service);
  const again = await place.start();
  expect(await ready(again)).toMatchObject([200, { status: 'ready' }]);
}, 120_000);

test('a log continues if an operator says that no later one exists, and a later checkpoint proves them wrong', async () => {
  const { token, service } = await lostMachine();
  expect(await command(['audit', 'continue', '--data-dir', 'data'])).toMatchObject({ code: 2 });
  const word = ['audit', 'continue', '--reason', 'nothing was recorded since', '--data-dir', 'data'];
  expect(await command(word)).toMatchObject({ code: 0, err: '' });
  await writesAgain(service, token);
  expect(await command(word)).toMatchObject({ code: 1, err: expect.stringContaining('is no restored copy') });
  for (let room = 0; room < 6; room++) await aRoom(service.as(token));
  expect(await verify(service, token)).toMatchObject({ code: 1, all: expect.stringContaining('tampered') });
}, 120_000);

test('a service continues after its whole data folder was moved', async () => {
  const first = await place.start();
  const token = await place.ownerToken();
  await aRoom(first.as(token));
  await stop(first);
  await rename(place.data, path('elsewhere'));
  const second = await place.start({ STRONGROOM_DATA_DIR: path('elsewhere') });
  await aRoom(second.as(token));
  expect(await ready(second)).toMatchObject([200, { status: 'ready' }]);
}, 60_000);
