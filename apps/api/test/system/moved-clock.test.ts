import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Caller } from '../support/caller.ts';
import { aPerson, aRoom, given } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { withMovedClock } from '../support/wrong-clock.ts';

/** A clock that is set while the service runs: by hand, by a time server, by a machine that woke up. */

let place: Place;
let service: ServiceProcess;
let owner: Caller;
let move: (offset: string) => void;
beforeEach(async () => {
  place = await Place.make();
  const clock = withMovedClock(place.folder);
  move = clock.move;
  service = await place.start({
    ...clock.environment,
    STRONGROOM_AUDIT_KEEP_DAYS: '365',
    STRONGROOM_AUDIT_KEEP_IP_DAYS: '7',
  });
  owner = service.as(await place.ownerToken());
});
afterEach(() => place.end());

const eventIds = async (): Promise<readonly string[]> =>
  ((await given(owner.get('/audit-events?per_page=100'))) as readonly Readonly<{ id: string }>[])
    .toReversed()
    .map(({ id }) => id);

const logged = (message: string): Promise<boolean> =>
  eventually(message, async () => service.lines().some((line) => line['message']?.includes(message) === true));

/** An order of a person, which a job carries out. */
async function destroysARoom(): Promise<void> {
  const { id } = await aRoom(owner);
  const { receipt_id: receipt } = await given(owner.delete(`/rooms/${id}`));
  const complete = async () => (await given(owner.get(`/destruction-receipts/${receipt}`))).status === 'complete';
  expect(await eventually('the destruction', complete)).toBe(true);
}

test('the service erases nothing while its clock is 400 days ahead, and continues when it is right again', async () => {
  const bob = await aPerson(owner, place.data);
  const isSignedIn = async () => (await owner.as(bob.session).get('/me')).status;
  await destroysARoom();
  const before = await eventIds();

  move('+400d');
  // Sessions end by time, and nothing else of them.
  expect(await isSignedIn()).toBe(401);
  await destroysARoom();
  await logged('far ahead of the last time that this store knows');

  move('+0d');
  await logged('the clock agrees again');
  expect(await isSignedIn()).toBe(200);
  await aPerson(owner, place.data);
  await destroysARoom();
  expect((await eventIds()).slice(0, before.length)).toEqual(before);
});

test('the service serves, mails and destroys while its clock is 400 days behind, and after that', async () => {
  const bob = await aPerson(owner, place.data);
  const isSignedIn = async () => (await owner.as(bob.session).get('/me')).status;
  for (const offset of ['-400d', '+0d']) {
    move(offset);
    expect(await isSignedIn()).toBe(200);
    await aPerson(owner, place.data);
    await destroysARoom();
  }
});
