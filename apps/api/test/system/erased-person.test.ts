import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { given, mailedSecret } from '../support/people-of-process.ts';
import { eventually, Place } from '../support/service-process.ts';
import { Canaries } from './canaries.ts';

const NAME = 'Zebulon Quagmire';
const EMAIL = 'zebulon.quagmire@rooms.example';
/** Their address before they changed it. */
const FORMER = 'zeb.quagmire@mailbox.example';
const PASSWORD = 'correct horse battery';
/** The counts of tries have names in UTF-16. */
const canaries = new Canaries(
  [NAME, EMAIL, FORMER].flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]),
);

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const command = (...args: readonly string[]) => strongroom(args, { cwd: place.folder });

/** Files below a folder that hold the name or the address, in any encoding. */
async function holding(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await readdir(join(place.folder, folder), { recursive: true })) {
    const path = join(place.folder, folder, name);
    if (!(await stat(path)).isFile()) continue;
    if (canaries.in(await readFile(path)).length > 0) found.push(name.replace(/[0-9a-f-]{36}/g, 'ID'));
  }
  return found.toSorted();
}

test('an erased person is in no file, no backup and no line of the log that follows, and the log verifies', async () => {
  const service = await place.start();
  const owner = service.as(await place.ownerToken());
  const once = { 'Idempotency-Key': 'once' };
  await given(owner.post('/users/invite', { email: FORMER, role: 'member' }, once));
  const token = await mailedSecret(place.data, FORMER);
  const visitor = owner.as(undefined);
  const { id, session } = await given(visitor.post('/invitations/accept', { token, name: NAME, password: PASSWORD }));
  const zeb = owner.as(session.token);
  await given(zeb.patch(`/users/${id}`, { email: EMAIL }));
  for (const link of [await mailedSecret(place.data, EMAIL), await mailedSecret(place.data, FORMER, token)])
    await given(visitor.post('/email-changes/confirm', { token: link }));
  await eventually('the notice to the former address', async () => {
    const mails = (await readdir(join(place.data, 'mail'))).map((name) =>
      readFile(join(place.data, 'mail', name), 'utf8'),
    );
    return (await Promise.all(mails)).some((text) => text.includes('account has changed')) || undefined;
  });
  const room = await given(zeb.post('/rooms', { name: 'Falcon', classification: 'C2' }));
  await given(zeb.post(`/rooms/${room.id}/invitations`, { email: 'guest@elsewhere.example', role: 'viewer' }));
  await mailedSecret(place.data, 'guest@elsewhere.example');
  for (let tries = 0; tries < 3; tries++)
    expect((await visitor.post('/sessions', { email: EMAIL, password: 'x' })).status).toBe(401);
  expect((await visitor.post('/password-reset', { email: EMAIL })).status).toBeLessThan(300);
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
  expect(canaries.in(Buffer.from(JSON.stringify(service.lines().slice(before))))).toEqual([]);
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
