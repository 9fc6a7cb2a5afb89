import { beforeEach, expect, test } from '@jest/globals';
import { DAY, type Json, type LiveRoom, MINUTE } from '@strongroom/domain';
import { aFile, anEmail, anUpload, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { another, openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let rooms: readonly LiveRoom[];
beforeEach(async () => {
  world = await openWorld({ configuration: { invitedKeepDays: 30 } });
  ada = await aPerson(world);
  rooms = [await aRoom(world, ada), await aRoom(world, ada)];
});

const stored = async (collection: string, id: string) => (await world.ports.documents.read([{ collection, id }]))[0];

async function damage(collection: string, id: string): Promise<void> {
  const document = await stored(collection, id);
  if (document === undefined) throw new Error(`${collection} has no ${id}`);
  const body: Json = { id };
  await world.ports.documents.commit([{ collection, replace: { ...document, version: document.version + 1, body } }]);
}

/** Lets a worker sweep, and pause again. */
async function sweepAfter(days: number): Promise<void> {
  world.clock.advance(days * DAY);
  // An event of this time: a clock far ahead of the last one ends no terms.
  await aPerson(world);
  const { app } = await another(world);
  const idle = world.clock.paused();
  app.worker.start();
  await idle;
  await app.worker.stop();
}

const isNamed = (id: string) =>
  world.ports.log.warnings.some(
    ({ message, fields }) => message.includes('damaged document') && String(fields?.['document']).includes(id),
  );

test('a sweep of uploads leaves a damaged one out, names it, and goes on', async () => {
  const uploads = [];
  for (const room of rooms) {
    uploads.push(await anUpload(world, ada, room));
    world.clock.advance(MINUTE);
  }
  const [first = '', second = ''] = uploads.map(({ file }) => file.id);
  await damage('files', first);
  await sweepAfter(2);
  expect(await stored('files', second)).toBeUndefined();
  expect(await stored('files', first)).toBeDefined();
  expect(isNamed(first)).toBe(true);
});

test.each(['files', 'rooms'])('a sweep of bins goes on after damaged %s', async (collection) => {
  const binned = [];
  for (const room of rooms) {
    await ada.ask(world.app.rooms.edit, { roomId: room.id, binDays: 7 });
    const { id } = await aFile(world, ada, room);
    await ada.ask(world.app.files.delete, { fileId: id });
    binned.push({ files: id, rooms: room.id });
    world.clock.advance(MINUTE);
  }
  const [first, second] = binned;
  await damage(collection, first?.[collection as 'files'] ?? '');
  await sweepAfter(8);
  expect((await stored('files', second?.files ?? ''))?.body).not.toMatchObject({ status: 'binned' });
  expect(await stored('files', first?.files ?? '')).toBeDefined();
});

test('a sweep of invitations goes on after a damaged user', async () => {
  const invited: string[] = [];
  for (let at = 0; at < 2; at++) {
    const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    invited.push(user.id);
    world.clock.advance(MINUTE);
  }
  const [first = '', second = ''] = invited;
  await damage('users', first);
  await sweepAfter(31);
  expect(await stored('users', second)).toBeUndefined();
  expect(await stored('users', first)).toBeDefined();
  expect(isNamed(first)).toBe(true);
});
