import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { build } from '../support/built.ts';
import type { Caller, Reply } from '../support/caller.ts';
import { given, times } from '../support/people-of-process.ts';
import { type Environment, eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { type Fault, FaultyLink } from './faulty-link.ts';
import { IN_TIME } from './in-time.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { everything } from './load.ts';
import { tally } from './races.ts';

const AT_ONCE = 12;

/** A database for the tests of a file. */
export type Database = Readonly<{
  /** Settings of a service with a new database. Called when a test runs. */
  settings: () => Environment | Promise<Environment>;
  /** The variable with the address of the database. */
  variable: string;
  /** The address by way of another port of this machine. */
  byWayOf: (url: URL, port: number) => string;
}>;

/** Registers tests of faults between the service and its database. */
export function reportsFaultsOnTheWay(database: Database, faults: readonly Fault[], most = IN_TIME): void {
  // Each test starts processes, on machines that may be busy.
  jest.setTimeout(120_000);
  let place: Place;
  let link: FaultyLink;
  let service: ServiceProcess;
  let owner: Caller;

  beforeAll(build, 120_000);
  beforeEach(async () => {
    place = await Place.make();
    const settings = await database.settings();
    const url = new URL(settings[database.variable] ?? '');
    link = await FaultyLink.to(Number(url.port));
    const address = { [database.variable]: database.byWayOf(url, link.port) };
    service = await place.start({ ...UNLIMITED, ...settings, ...address });
    owner = service.as(settings.STRONGROOM_OWNER_TOKEN);
  });
  afterEach(async () => {
    await place?.end();
    await link?.end();
  });

  /** Creates a room, with a repeatable key. */
  const make = (name: string): Promise<Reply> =>
    owner.post('/rooms', { name, classification: 'C2' }, { 'Idempotency-Key': name });

  const readiness = async (): Promise<Readonly<{ status: number; body: unknown }>> => {
    const answer = await fetch(`${service.url}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };

  test.each(faults)(
    '$kind: 503 in time, /readyz names it, and repeated afterwards everything is there once',
    async (fault) => {
      const before = times(AT_ONCE, (index) => `before ${index}`);
      await Promise.all(before.map((name) => given(make(name))));
      await link.become(fault);
      const names = times(AT_ONCE, (index) => `during ${index}`);
      const waves: Reply[] = [];
      for (const half of [names.slice(0, AT_ONCE / 2), names.slice(AT_ONCE / 2)]) {
        const asked = performance.now();
        const replies = await Promise.all([...half.map(make), owner.get('/rooms')]);
        expect(performance.now() - asked).toBeLessThan(most);
        waves.push(...replies);
      }
      for (const { status, body, headers } of waves) {
        expect({ status, code: body.error?.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
        expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      }
      // If only bytes are cut, short answers such as those of a check may still arrive.
      const checks = { documents: 'unavailable', limits: 'unavailable', blobs: 'ok', keys: 'ok' };
      expect(await readiness()).toMatchObject(fault.kind === 'cut' ? {} : { status: 503, body: { checks } });

      await link.become({ kind: 'none' });
      await eventually('the end of it', async () => (await readiness()).status === 200);
      // A first request may still meet what the fault has broken; clients repeat it, as 503 tells them. No other refusal.
      for (const name of [...names, ...before])
        await eventually(`the room ${name}`, async () => {
          const { status } = await make(name);
          expect([201, 503]).toContain(status);
          return status === 201;
        });
      const rooms = await everything(owner, '/rooms');
      expect(tally(rooms.items.map(({ name }) => String(name)))).toEqual(tally([...names, ...before]));
      expect(rooms.total).toBe(2 * AT_ONCE);
      expect((await everything(owner, '/audit-events?type=room.created')).total).toBe(2 * AT_ONCE);
    },
  );
}
