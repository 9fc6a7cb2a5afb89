import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { given } from '../support/people-of-process.ts';
import { Place } from '../support/service-process.ts';
import { aPersonWithTraces, EMAIL, filesWithTraces, TRACES } from './traces-of-a-person.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const command = (...args: readonly string[]) => strongroom(args, { cwd: place.folder });

const holding = (folder: string) => filesWithTraces(join(place.folder, folder));

test('an erased person is in no file, no backup and no line of the log that follows, and the log verifies', async () => {
  const service = await place.start();
  const owner = service.as(await place.ownerToken());
  const id = await aPersonWithTraces(owner, place.data);
  expect((await holding('data')).length).toBeGreaterThan(2);

  const before = service.lines().length;
  expect(await given(owner.post(`/users/${id}/erase`))).toMatchObject({ id, name: 'erased user' });
  expect((await command('backup', '--data-dir', 'data', '--to', 'backup')).code).toBe(0);
  expect(await holding('backup')).toEqual([]);
  expect(await holding('data/mail')).toEqual([]);

  const env = { STRONGROOM_URL: service.url, STRONGROOM_TOKEN: await place.ownerToken() };
  const asAuditor = (...args: readonly string[]) => strongroom(args, { cwd: place.folder, env });
  expect((await asAuditor('audit', 'download', 'log.tar')).code).toBe(0);
  expect(await asAuditor('audit', 'verify', 'log.tar')).toMatchObject({ code: 0 });
  expect(await given(owner.get(`/audit-events?actor_id=${id}`))).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'room.created' })]),
  );
  service.signal('SIGTERM');
  await service.ended();
  expect(await holding('data')).toEqual([]);
  expect(TRACES.in(Buffer.from(JSON.stringify(service.lines().slice(before))))).toEqual([]);
}, 120_000);

test('a backup that is restored has no erased person by the time the service is ready', async () => {
  const first = await place.start();
  const token = await place.ownerToken();
  const owner = first.as(token);
  const { id } = await given(owner.post('/users/invite', { email: EMAIL, role: 'member' }));
  expect((await command('backup', '--data-dir', 'data', '--to', 'backup')).code).toBe(0);
  await given(owner.post(`/users/${id}/erase`));
  first.signal('SIGTERM');
  await first.ended();
  await cp(join(place.data, 'keys'), join(place.folder, 'vault'), { recursive: true });
  await rm(place.data, { recursive: true });
  expect((await command('restore', '--from', 'backup', '--keys', 'vault', '--data-dir', 'data')).code).toBe(0);
  const restored = await place.start();
  const ready = async () => {
    const answer = await fetch(`${restored.url}/readyz`);
    return [answer.status, await answer.json()];
  };
  // No write is taken before the operator has spoken, so the person is there and the service is not ready.
  expect(await ready()).toMatchObject([503, { status: 'unavailable', erasures: 'pending' }]);
  expect((await command('audit', 'restart', '--reason', 'the machine was lost', '--data-dir', 'data')).code).toBe(0);
  restored.signal('SIGTERM');
  await restored.ended();
  const again = await place.start();
  expect(await given(again.as(token).get(`/users/${id}`))).toMatchObject({ id, name: 'erased user' });
  const answer = await fetch(`${again.url}/readyz`);
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ready' }]);
}, 120_000);
