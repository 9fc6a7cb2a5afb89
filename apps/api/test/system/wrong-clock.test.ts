import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { aRoom, given } from '../support/people-of-process.ts';
import { Place } from '../support/service-process.ts';
import { withClock } from '../support/wrong-clock.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const KEPT = { STRONGROOM_AUDIT_KEEP_DAYS: '365', STRONGROOM_AUDIT_KEEP_IP_DAYS: '7' };
const AHEAD = withClock('+400d');

type Event = Readonly<{ id: string; type: string; ip: string | null }>;

/** Events of the log, oldest first. */
const eventsOf = async (owner: Parameters<typeof aRoom>[0]): Promise<readonly Event[]> =>
  (await given(owner.get('/audit-events?per_page=100'))).toReversed();

/** A process ends its sweep before it ends. */
async function ended(service: Awaited<ReturnType<Place['start']>>): Promise<void> {
  service.signal('SIGTERM');
  await service.ended();
}

test('a process whose clock is 400 days ahead for some seconds erases nothing and locks no user out', async () => {
  const right = await place.start(KEPT);
  const token = await place.ownerToken();
  const owner = right.as(token);
  await aRoom(owner);
  const before = await eventsOf(owner);
  expect(before.map(({ type }) => type)).toContain('room.created');

  const wrong = await place.start({ ...KEPT, ...AHEAD });
  for (let room = 0; room < 4; room++) await aRoom(wrong.as(token));
  await ended(wrong);
  expect(wrong.lines().map(({ message }) => message)).toContainEqual(
    expect.stringContaining('far ahead of the last time that this store knows'),
  );

  expect((await owner.get('/me')).status).toBe(200);
  await aRoom(owner);
  const after = await eventsOf(owner);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.map(({ type }) => type).filter((type) => type.startsWith('audit.'))).toEqual([]);

  await ended(right);
  const again = await place.start(KEPT);
  expect((await eventsOf(again.as(token))).slice(0, before.length)).toEqual(before);
  expect((await again.as(token).get('/me')).status).toBe(200);
});

test('an operator confirms a clock that is right after a rest, and takes a wrong confirmation back', async () => {
  const service = await place.start(KEPT);
  const owner = service.as(await place.ownerToken());
  await aRoom(owner);
  const confirm = (env = {}) => strongroom(['clock', '--confirm', '--data-dir', place.data], { env });
  expect(await strongroom(['clock', '--data-dir', place.data])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/it is 20\S+Z on this machine\. If that is right, say --confirm\./),
  });
  expect(await confirm()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing to confirm: the clock agrees with the store\. It is /),
  });
  expect(await confirm(AHEAD)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Confirmed: it is \S+Z, 400 days after the last time that the store knew\.\n$/),
  });
  expect(await confirm()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Confirmed: it is \S+Z, 400 days before the last time that the store knew\.\n$/),
  });
  expect(await confirm()).toMatchObject({ out: expect.stringMatching(/^Nothing to confirm/) });
  const types = (await eventsOf(owner)).map(({ type }) => type);
  expect(types.filter((type) => type === 'log.clock_confirmed')).toHaveLength(2);
});
