import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import type { Caller } from '../support/caller.ts';
import { strongroom } from '../support/command.ts';
import { type Environment, eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { UNLIMITED } from './kill-rounds.ts';

/** A database that is dumped while services use it, and restored in place of the lost one. */
export type Restorable = Readonly<{
  settings: () => Environment | Promise<Environment>;
  dump: (settings: Environment) => Promise<void>;
  restore: (settings: Environment) => Promise<void>;
}>;

const ROOM = { name: 'A room', classification: 'C1' };

/** Registers tests that every machine recognises a restored database, and continues after its operator ran the command. */
export function isRecognisedWhenRestored(database: Restorable): void {
  const places: Place[] = [];
  let settings: Environment;
  let downloads = 0;
  beforeAll(build, 120_000);
  afterEach(async () => {
    for (const place of places.splice(0)) await place.end();
  });

  /** Two machines, each with a folder and a last checkpoint of its own. */
  async function twoMachines(): Promise<readonly ServiceProcess[]> {
    settings = { ...UNLIMITED, ...(await database.settings()) };
    places.push(await Place.make(), await Place.make());
    return startAll();
  }
  const startAll = (): Promise<readonly ServiceProcess[]> => Promise.all(places.map((place) => place.start(settings)));
  const ownerOf = (service: ServiceProcess): Caller => service.as(settings.STRONGROOM_OWNER_TOKEN);
  const command = (...args: readonly string[]) => strongroom(args, { env: settings, cwd: places[0]?.folder ?? '' });
  const audit = (service: ServiceProcess, ...args: readonly string[]) => {
    const env = { STRONGROOM_URL: service.url, STRONGROOM_TOKEN: settings.STRONGROOM_OWNER_TOKEN ?? '' };
    return strongroom(['audit', ...args], { env, cwd: places[0]?.folder ?? '' });
  };

  /** Makes rooms by all machines at the same time until stopped. */
  function writers(services: readonly ServiceProcess[]) {
    const state = { made: 0, isStopped: false };
    const statuses = new Set<number>();
    const work = Promise.all(
      services.map(async (service) => {
        while (!state.isStopped) {
          const { status } = await ownerOf(service).post('/rooms', ROOM);
          statuses.add(status);
          if (status === 201) state.made += 1;
        }
      }),
    );
    const more = (count: number) => {
      const until = state.made + count;
      return eventually(`${count} rooms`, async () => (state.made >= until ? true : undefined));
    };
    const stop = async (): Promise<readonly number[]> => {
      state.isStopped = true;
      await work;
      return [...statuses];
    };
    return { more, stop };
  }

  async function stopAll(services: readonly ServiceProcess[]): Promise<void> {
    for (const service of services) service.signal('SIGTERM');
    for (const service of services) expect(await service.ended()).toBe(0);
  }

  /** Keeps a checkpoint, as an auditor does. */
  async function keep(service: ServiceProcess): Promise<void> {
    expect((await ownerOf(service).get('/audit/export')).status).toBe(200);
    const { out } = await audit(service, 'checkpoint');
    await writeFile(join(places[0]?.folder ?? '', 'kept.checkpoint'), out);
  }

  async function verify(service: ServiceProcess) {
    const name = `log-${downloads++}.tar`;
    expect(await audit(service, 'download', name)).toMatchObject({ code: 0 });
    return audit(service, 'verify', name, '--checkpoint', 'kept.checkpoint');
  }

  const ready = async ({ url }: ServiceProcess, probe = '/readyz') => {
    const answer = await fetch(`${url}${probe}`);
    return [answer.status, await answer.json()];
  };

  async function expectReadOnly(service: ServiceProcess): Promise<void> {
    expect(await ready(service)).toMatchObject([200, { status: 'read_only', audit_log: 'store_is_restored' }]);
    expect((await ready(service, '/startupz'))[0]).toBe(200);
    expect((await ownerOf(service).get('/rooms?per_page=1')).body.meta.total).toBeGreaterThan(0);
    const { status, body } = await ownerOf(service).post('/rooms', ROOM);
    expect([status, body.error.code]).toEqual([503, 'READ_ONLY']);
  }

  const writesAgain = (service: ServiceProcess) =>
    eventually('a write', async () =>
      (await ownerOf(service).post('/rooms', ROOM)).status === 201 ? true : undefined,
    );

  test('a database restored from a dump under load is recognised by every machine, which go on in a new log', async () => {
    const [first, second] = await twoMachines();
    if (first === undefined || second === undefined) throw new Error('there are two machines');
    const load = writers([first, second]);
    await load.more(20);
    await database.dump(settings);
    await load.more(20);
    // Only the process that signs this one may know that the log went on.
    await keep(second);
    expect(await load.stop()).toEqual([201]);
    await stopAll([first, second]);
    await database.restore(settings);

    // One more machine, which never saw the log.
    const third = await Place.make();
    places.push(third);
    await cp(join(places[0]?.data ?? '', 'keys'), join(third.data, 'keys'), { recursive: true });
    const services = await startAll();
    for (const service of services) await expectReadOnly(service);
    const doctor = await command('doctor', '--data-dir', 'data');
    expect(doctor).toMatchObject({ code: 1, out: expect.stringMatching(/^fail +audit log +the store was restored/m) });
    expect(await command('audit', 'restart', '--reason', 'the disk was lost')).toMatchObject({ code: 0, err: '' });
    for (const service of services) await writesAgain(service);
    const after = writers(services);
    await after.more(20);
    expect(await after.stop()).toEqual([201]);
    for (const service of services) {
      expect(await ready(service)).toMatchObject([200, { status: 'ready' }]);
      const judged = await verify(service);
      expect([judged.code, `${judged.out}${judged.err}`]).toEqual([2, expect.not.stringContaining('tampered')]);
    }
    // None of them needs the operator again.
    await stopAll(services);
    for (const service of await startAll()) expect(await ready(service)).toMatchObject([200, { status: 'ready' }]);
  }, 240_000);

  test('a database that was moved without a write continues its log after a command of its operator', async () => {
    const [first, second] = await twoMachines();
    if (first === undefined || second === undefined) throw new Error('there are two machines');
    const load = writers([first, second]);
    await load.more(10);
    expect(await load.stop()).toEqual([201]);
    await keep(first);
    await stopAll([first, second]);
    await database.dump(settings);
    await database.restore(settings);
    const services = await startAll();
    for (const service of services) await expectReadOnly(service);
    expect(await command('audit', 'continue', '--reason', 'moved, stopped before')).toMatchObject({ code: 0, err: '' });
    for (const service of services) await writesAgain(service);
    for (const service of services) expect(await verify(service)).toMatchObject({ code: 0 });
  }, 240_000);
}
