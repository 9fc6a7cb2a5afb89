import { beforeEach, expect, test } from '@jest/globals';
import { type LiveRoom, SECOND } from '@strongroom/domain';
import type { OutgoingCall } from '@strongroom/ports';
import { aFile, anUpload, aPerson, aRoom, CIPHERTEXT, confirm, joins, put } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { anOpenRequest, sends } from '../world/sealed-request.ts';
import { openWorld, type World } from '../world/world.ts';

/** Things of a person who is erased. */

let world: World;
let sent: OutgoingCall[];
let room: LiveRoom;
/** An owner of the organisation and a member of the room, who is erased. */
let zeb: Person;
beforeEach(async () => {
  sent = [];
  const calls = {
    post: async (call: OutgoingCall) => {
      sent.push(call);
      return { status: 204, body: '' };
    },
  };
  world = await openWorld({ around: () => ({ calls }), configuration: { eventBody: ({ type }) => ({ type }) } });
  room = await aRoom(world, world.owner, 'C1');
  zeb = await aPerson(world, 'owner');
  await joins(world, zeb, room, 'contributor', world.owner);
});

const erase = () => world.owner.ask(world.app.users.erase, { userId: zeb.id });
const look = async (): Promise<void> => {
  world.clock.advance(6 * SECOND);
  await world.app.worker.runDue();
};

test('a webhook of an erased person is disabled, and its receiver gets nothing more', async () => {
  await zeb.ask(world.app.webhooks.create, { url: 'https://hooks.example/x' });
  await look();
  expect(sent.length).toBeGreaterThan(0);
  sent = [];
  await erase();
  await look();
  expect(sent).toEqual([]);
  const { items } = await world.owner.ask((ctx) => world.app.webhooks.list(ctx, {}));
  expect(items).toMatchObject([{ disabledAt: expect.any(Number) }]);
});

test('files that came by a link of an erased person wait for owners of the room, and no more come', async () => {
  const request = await anOpenRequest(world, zeb, { roomId: room.id, expiresIn: 3600 });
  const itemId = await sends(world, request);
  await erase();
  const { items } = await world.owner.ask(world.app.inbox.list, { roomId: room.id });
  expect(items).toMatchObject([{ item: { id: itemId, status: 'waiting' } }]);
  expect(await codeOf(sends(world, request))).toBe('REQUEST_REVOKED');
});

test('an owner of the room confirms an upload that an erased person began', async () => {
  const grant = await anUpload(world, zeb, room);
  await put(world, grant.url, CIPHERTEXT);
  await erase();
  expect(await codeOf(confirm(world, zeb, grant))).toBe('TOKEN_INVALID');
  expect(await confirm(world, world.owner, grant)).toMatchObject({ status: 'available', uploadedBy: zeb.id });
});

test('a file keeps the id of the erased person who uploaded it, and those who knew them find “erased user” by it', async () => {
  const guest = await aPerson(world);
  await joins(world, guest, room, 'viewer', world.owner);
  await world.owner.ask(world.app.users.edit, { userId: guest.id, external: true });
  const colleague = await aPerson(world);
  await joins(world, colleague, room, 'viewer', world.owner);
  const { id } = await aFile(world, zeb, room);
  const find = (by: Person) => by.ask(world.app.users.get, { userId: zeb.id });
  expect(await Promise.all([guest, colleague, world.owner].map((by) => codeOf(find(by))))).toEqual([
    'done',
    'done',
    'done',
  ]);
  await erase();
  for (const by of [colleague, world.owner]) {
    expect((await by.ask(world.app.files.get, { fileId: id })).uploadedBy).toBe(zeb.id);
    expect((await find(by)).user.name).toBe('erased user');
  }
  // An external user sees people of their rooms only, and the creator of the room in place of all others.
  expect((await guest.ask(world.app.files.get, { fileId: id })).uploadedBy).toBe(world.owner.id);
  expect(await codeOf(find(guest))).toBe('USER_NOT_FOUND');
});
