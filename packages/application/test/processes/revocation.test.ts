import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AvailableFile, BearerSecret, LiveRoom } from '@strongroom/domain';
import { aFile, aLink, anEmail, aPerson, aRoom, aToken, joins, mailedToken } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { aFolder, openWorld, type World } from '../world/world.ts';
import { type Request, request, ServingProcess } from './requests.ts';

let world: World;
let others: readonly ServingProcess[];
beforeAll(async () => {
  const folder = await aFolder();
  world = await openWorld({ kind: 'folder', folder });
  others = Array.from({ length: 3 }, () => new ServingProcess(folder));
  await Promise.all(others.map((each) => each.begun()));
});
afterAll(() => Promise.all(others.map((each) => each.end())));

/** Bob in a room of Ada, with every kind of credential. */
async function setting() {
  const [ada, bob] = [await aPerson(world, 'owner'), await aPerson(world, 'member', { clearance: 'C3' })];
  const room: LiveRoom = await aRoom(world, ada, 'C3');
  await joins(world, bob, room, 'contributor', ada);
  const file: AvailableFile = await aFile(world, bob, room);
  const { secret } = await aLink(world, bob, file);
  const parent = await aToken(world, bob);
  const child = bob.with(await aToken(world, bob.with(parent)));
  return { ada, bob, room, file, secret, child };
}

/**
 * Repeats the requests twenty times in each of three processes while this one revokes, and once more after its answer.
 * Returns the codes of the requests started after it, by request.
 */
async function afterwards(requests: readonly Request[], revoke: () => Promise<unknown>) {
  const many = Array.from({ length: 20 }, () => requests).flat();
  const during = others.map((each) => each.ask(many));
  await revoke();
  const after = others.map((each) => each.ask(many));
  await Promise.all(during);
  const codes = await Promise.all(after);
  return requests.map((_, at) => [
    ...new Set(codes.flatMap((each) => each.filter((__, index) => index % requests.length === at))),
  ]);
}

const reading = ({ room, file, bob, child, secret }: Awaited<ReturnType<typeof setting>>): readonly Request[] => [
  request(bob, 'rooms.get', { roomId: room.id }),
  request(child, 'files.list', { roomId: room.id }),
  request(bob, 'files.getDownload', { fileId: file.id }),
  request(bob, 'rooms.edit', { roomId: room.id, name: 'other' }),
  request(null, 'shares.redeem', { secret }),
];

test('deactivating a user in one process ends all their credentials and rights in every process', async () => {
  const all = await setting();
  const { ada, bob } = all;
  const deactivate = () => ada.ask(world.app.users.deactivate, { userId: bob.id });
  expect(await afterwards(reading(all), deactivate)).toEqual([
    ['TOKEN_INVALID'],
    ['TOKEN_INVALID'],
    ['TOKEN_INVALID'],
    ['TOKEN_INVALID'],
    ['SHARE_REVOKED'],
  ]);
});

test('a member who is removed in one process is out in all', async () => {
  const all = await setting();
  const { ada, bob, room } = all;
  const remove = () => ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
  expect(await afterwards(reading(all), remove)).toEqual([
    ['ROOM_NOT_FOUND'],
    ['ROOM_NOT_FOUND'],
    ['FILE_NOT_FOUND'],
    ['ROOM_NOT_FOUND'],
    ['SHARE_REVOKED'],
  ]);
});

test('a clearance that is lowered in one process is lower in all', async () => {
  const all = await setting();
  const { ada, bob } = all;
  const lower = () => ada.ask(world.app.users.setClearance, { userId: bob.id, clearance: '' });
  expect(await afterwards(reading(all), lower)).toEqual([
    ['ROOM_NOT_FOUND'],
    ['ROOM_NOT_FOUND'],
    ['FILE_NOT_FOUND'],
    ['ROOM_NOT_FOUND'],
    ['SHARE_REVOKED'],
  ]);
});

test('a token that is revoked in one process ends in all, a session and an invitation with their user', async () => {
  const { ada } = await setting();
  const email = anEmail();
  const { user } = await ada.ask(world.app.users.invite, { email, role: 'member' });
  const invitation: BearerSecret = await mailedToken(world, email);
  const accepted = await world.app.users.accept(
    { request: aRequest() },
    { secret: invitation, name: 'Sesame' as never },
  );
  const session = new Person(world.app, { ...user, secret: accepted.secret });
  const { token, secret } = await session.ask(world.app.tokens.create, { name: 'token' });
  const parent = session.with(secret);
  const child = session.with(await aToken(world, parent));

  const revoke = () => session.ask(world.app.tokens.revoke, { tokenId: token.id });
  const byToken = [
    request(parent, 'rooms.list', {}),
    request(child, 'users.list', {}),
    request(session, 'rooms.list', {}),
  ];
  expect(await afterwards(byToken, revoke)).toEqual([['TOKEN_INVALID'], ['TOKEN_INVALID'], ['done']]);

  const pending = anEmail();
  const invited = await ada.ask(world.app.users.invite, { email: pending, role: 'member' });
  const unused = await mailedToken(world, pending);
  const deactivate = async () => {
    await ada.ask(world.app.users.deactivate, { userId: user.id });
    await ada.ask(world.app.users.deactivate, { userId: invited.user.id });
  };
  const accept = request(null, 'users.accept', { secret: unused, name: 'Sesame' });
  const [ofSession, ofInvitation] = await afterwards([request(session, 'rooms.list', {}), accept], deactivate);
  expect(ofSession).toEqual(['TOKEN_INVALID']);
  expect([['INVITATION_USED'], ['INVITATION_REVOKED']]).toContainEqual(ofInvitation);
});
