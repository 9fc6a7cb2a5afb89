import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import type { Caller, Reply } from '../support/caller.ts';
import { aFile, aLink, aRoom, given, redeem, times } from '../support/people-of-process.ts';
import { type Environment, eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { everything } from './load.ts';
import { tally } from './races.ts';

const WRITERS = 12;
const BEFORE = 2000;
const AFTER = 8000;

/** A database of several servers, new for each test. */
export type Servers = Readonly<{
  settings: Environment;
  /** Makes the primary fail in one manner. Resolves when another server may take over. */
  strike: () => Promise<void>;
  stop: () => Promise<void>;
}>;

type Asked = Readonly<{ name: string; reply: Reply; took: number; at: number }>;

/** Creates rooms and redeems a link until stopped, each with its own Idempotency-Key, and records the answers. */
async function load(owner: Caller, link: string, until: () => boolean): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  let next = 0;
  await Promise.all(
    times(WRITERS, async (writer) => {
      while (!until()) {
        const name = `${writer % 2 === 0 ? 'room' : 'download'} ${next++}`;
        const at = performance.now();
        const reply = await ask(owner, link, name);
        asked.push({ name, reply, at, took: performance.now() - at });
      }
    }),
  );
  return asked;
}

const ask = (owner: Caller, link: string, name: string): Promise<Reply> => {
  const key = { 'Idempotency-Key': name };
  return name.startsWith('room')
    ? owner.post('/rooms', { name, classification: 'C2' }, key)
    : redeem(owner.as(undefined), link, key);
};

/** Registers a test for each manner in which a primary can fail. */
export function survivesTheLossOfThePrimary(manners: Readonly<Record<string, () => Promise<Servers>>>): void {
  let servers: Servers | undefined;
  let place: Place;
  let service: ServiceProcess;
  beforeAll(build, 120_000);
  afterEach(async () => {
    await place?.end();
    await servers?.stop();
    servers = undefined;
  });

  test.each(Object.entries(manners))(
    'when the primary is %s under load nothing acknowledged is lost, nothing is doubled, and the service recovers by itself',
    async (how, start) => {
      const database = await start();
      servers = database;
      place = await Place.make();
      service = await place.start({ ...UNLIMITED, ...database.settings });
      const owner = service.as(database.settings.STRONGROOM_OWNER_TOKEN);
      const { id, token } = await aLink(owner, await aFile(owner, await aRoom(owner)));
      const began = performance.now();
      const loading = load(owner, token, () => performance.now() - began > BEFORE + AFTER);
      await eventually('some load', async () => performance.now() - began > BEFORE);
      const struck = performance.now();
      await database.strike();
      const asked = await loading;

      const slowest = Math.max(...asked.map(({ took }) => took));
      const refused = asked.filter(({ reply }) => reply.status >= 300);
      const firstAfter = asked
        .filter(({ reply, at }) => at > struck && reply.status < 300)
        .reduce((first, { at, took }) => Math.min(first, at + took - struck), Number.POSITIVE_INFINITY);
      console.log(
        `${how}: ${asked.length} asked, ${refused.length} refused, slowest ${Math.round(slowest)} ms, first answer after ${Math.round(firstAfter)} ms`,
      );
      expect(slowest).toBeLessThan(5000);
      expect(tally(refused.map(({ reply }) => `${reply.status} ${reply.body?.error?.code}`))).toEqual(
        refused.length === 0 ? {} : { '503 SERVICE_UNAVAILABLE': refused.length },
      );
      for (const { reply } of refused) expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      expect(asked.filter(({ at, reply }) => at > struck + 5000 && reply.status < 300).length).toBeGreaterThan(20);

      // Every acknowledged write is stored exactly once.
      const acknowledged = asked.filter(({ reply }) => reply.status < 300).map(({ name }) => name);
      const rooms = (await everything(owner, '/rooms')).items.map((room) => room.name as string);
      expect(new Set(rooms).size).toBe(rooms.length);
      const missing = acknowledged.filter((name) => name.startsWith('room') && !rooms.includes(name));
      expect(missing).toEqual([]);
      const { download_count: downloads } = await given(owner.get(`/shares/${id}`));
      const given200 = acknowledged.filter((name) => name.startsWith('download')).length;
      expect(downloads).toBeGreaterThanOrEqual(given200);

      // All others are repeated under their keys; in the end each was done exactly once.
      for (const { name } of refused) expect((await ask(owner, token, name)).status).toBeLessThan(300);
      const after = await everything(owner, '/rooms');
      const wanted = asked.filter(({ name }) => name.startsWith('room')).map(({ name }) => name);
      expect(tally(after.items.map((room) => String(room.name)))).toEqual({ ...tally(wanted), Falcon: 1 });
      const { download_count: counted } = await given(owner.get(`/shares/${id}`));
      expect(counted).toBe(asked.length - wanted.length);
      const records = await everything(owner, '/audit-events?type=share.redeemed');
      const used = records.items.filter(({ data }) => data.replayed !== true);
      expect(used.map(({ data }) => data.download).toSorted((a, b) => a - b)).toEqual(
        times(counted, (index) => index + 1),
      );
    },
    240_000,
  );
}
