import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { aRoom } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const path = (name: string): string => join(place.folder, name);
const command = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  strongroom(args, { env, cwd: place.folder });
const ready = async ({ url }: ServiceProcess, probe = '/readyz') => {
  const answer = await fetch(`${url}${probe}`);
  const report = (await answer.json()) as Readonly<Record<string, unknown>>;
  return [answer.status, report] as const;
};
const withKey = (name: string) => ({ STRONGROOM_AUDIT_KEY: path(name) });
const rotate = ['audit', 'key', '--rotate', '--data-dir', 'data'];
const stage = ['audit', 'key', '--stage', '--data-dir', 'data'];

test('the key of a log is changed in two steps, and a machine without the next key reports that and continues', async () => {
  expect(await command(['audit', 'key', '--make', 'rooms.example.com', '--out', 'audit.key'])).toMatchObject({
    code: 0,
  });
  expect((await stat(path('audit.key'))).mode & 0o777).toBe(0o600);
  const service = await place.start(withKey('audit.key'));
  const owner = service.as(await place.ownerToken());
  await aRoom(owner);

  // The log cannot change to a key that no machine has.
  expect(await command(rotate, withKey('audit.key'))).toMatchObject({ code: 1, out: '' });
  // A secret of Kubernetes stays as it is, too.
  const before = await readFile(path('audit.key'), 'utf8');
  const staged = await command([...stage, '--out', 'next.key'], withKey('audit.key'));
  expect(staged).toMatchObject({ code: 0, err: expect.stringContaining('Give it to every machine') });
  expect(await readFile(path('audit.key'), 'utf8')).toBe(before);
  expect((await readFile(path('next.key'), 'utf8')).startsWith(before)).toBe(true);
  expect((await stat(path('next.key'))).mode & 0o777).toBe(0o600);
  expect(await command([...stage, '--out', 'next.key'], withKey('audit.key'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('there is something at next.key already'),
  });
  // Once staged, the same key is given out again.
  expect(await command(stage, withKey('next.key'))).toMatchObject({ code: 0, out: staged.out });
  expect(await command(rotate, withKey('next.key'))).toMatchObject({ code: 0, out: staged.out });

  const [status, report] = await eventually('the missing key', async () => {
    const found = await ready(service);
    return 'audit_key' in found[1] ? found : undefined;
  });
  expect([status, report]).toMatchObject([200, { status: 'ready', audit_key: 'key_is_missing_here' }]);
  expect((await ready(service, '/startupz'))[0]).toBe(200);
  expect(service.lines().filter(({ message }) => message === 'audit.key_is_missing_here')).toHaveLength(1);
  await aRoom(owner);

  service.signal('SIGTERM');
  await service.ended();
  await copyFile(path('next.key'), path('audit.key'));
  expect((await ready(await place.start(withKey('audit.key'))))[1]).not.toHaveProperty('audit_key');
}, 180_000);

test('a start without its audit key is refused, and says what to do', async () => {
  await command(['audit', 'key', '--make', 'rooms.example.com', '--out', 'audit.key']);
  const first = await place.start(withKey('audit.key'));
  first.signal('SIGTERM');
  await first.ended();
  const { err, out } = await place.refusal(withKey('no-such.key'));
  expect(err).toMatch(/key .* is missing: bring it back/);
  expect(err).not.toMatch(/^ +at /m);
  expect(out).not.toContain('"listening"');
}, 60_000);

test('a start whose last checkpoint cannot be written is refused, and names the setting', async () => {
  await writeFile(path('taken'), 'a file, no folder');
  const { err } = await place.refusal({ STRONGROOM_AUDIT_CHECKPOINT: join(path('taken'), 'audit.checkpoint') });
  expect(err).toMatch(/cannot be written to .*taken\/audit\.checkpoint \(ENOTDIR\).*STRONGROOM_AUDIT_CHECKPOINT/);
  expect(err).not.toMatch(/^ +at /m);
}, 60_000);

test('a start without any place for checkpoints warns, and one with a keeper does not', async () => {
  const warned = ({ out }: ServiceProcess) => out.includes('STRONGROOM_AUDIT_CHECKPOINT is none');
  const bare = await place.start({ STRONGROOM_AUDIT_CHECKPOINT: 'none' });
  await eventually('the warning', async () => (warned(bare) ? true : undefined));
  bare.signal('SIGTERM');
  await bare.ended();
  const kept = await place.start({ STRONGROOM_AUDIT_CHECKPOINT: 'none', STRONGROOM_AUDIT_KEEPERS: path('kept') });
  await ready(kept);
  kept.signal('SIGTERM');
  await kept.ended();
  expect(warned(kept)).toBe(false);
}, 60_000);
