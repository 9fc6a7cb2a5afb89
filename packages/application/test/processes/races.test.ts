import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LiveRoom } from '@strongroom/domain';
import { orgUnits } from '../../src/store/organisation.ts';
import { shareLinks } from '../../src/store/share-links.ts';
import { EVERY_USER, users } from '../../src/store/users.ts';
import { eventsOfType } from '../world/events.ts';
import {
  aFile,
  aLink,
  anEmail,
  anUpload,
  aPerson,
  aRoom,
  CIPHERTEXT,
  ivOf,
  joins,
  put,
  redeem,
  tagOf,
} from '../world/mothers.ts';
import { filesIn, listed, membershipsIn, stored, storedFile, storedRoom, storedUser } from '../world/stored.ts';
import { aFolder, openWorld, type World } from '../world/world.ts';
import { type Request, request, ServingProcess } from './requests.ts';

let processes: readonly ServingProcess[];
let homes: readonly unknown[];
let world: World;
beforeAll(async () => {
  const folder = await aFolder();
  processes = Array.from({ length: 4 }, () => new ServingProcess(folder));
  homes = await Promise.all(processes.map((each) => each.begun()));
  world = await openWorld({ kind: 'folder', folder });
});
afterAll(() => Promise.all(processes.map((each) => each.end())));

/** Distributes the requests over the four processes, which all send theirs at the same time. */
async function ask(requests: readonly Request[]): Promise<readonly string[]> {
  const hands = processes.map((_, at) => requests.filter((__, index) => index % processes.length === at));
  const answers = await Promise.all(processes.map((each, at) => each.ask(hands[at] ?? [])));
  return requests.map((_, index) => answers[index % processes.length]?.[Math.floor(index / processes.length)] ?? '');
}

const count = (codes: readonly string[], code: string) => codes.filter((each) => each === code).length;
const times = <T>(number: number, make: (index: number) => T) =>
  Array.from({ length: number }, (_, index) => make(index));

test('four processes that start on an empty folder at the same time make one home with one owner', async () => {
  expect(new Set(homes.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(homes[0]).toMatchObject({ home: world.home, owner: world.owner.id });
  const owners = await listed(world, users, EVERY_USER);
  expect(owners).toMatchObject([{ role: 'owner', status: 'active', tokens: [{ expiresAt: null, grant: null }] }]);
  expect(await listed(world, orgUnits, 'all')).toMatchObject([{ id: world.home.rootUnitId, parentId: null }]);
});

test.each([1, 2, 10, 100])('exactly the cap of %i succeed of 200 redemptions in four processes', async (cap) => {
  const file = await aFile(world, world.owner, await aRoom(world, world.owner));
  const { link, secret } = await aLink(world, world.owner, file, { maxDownloads: cap });
  const codes = await ask(times(200, () => request(null, 'shares.redeem', { secret })));
  expect([count(codes, 'done'), count(codes, 'SHARE_EXHAUSTED')]).toEqual([cap, 200 - cap]);
  expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: cap });
  const events = (await eventsOfType(world, 'share.redeemed')).filter((event) => event.target.id === link.id);
  expect(new Set(events.map((event) => event.data.download))).toEqual(new Set(times(cap, (index) => index + 1)));
  expect(events).toHaveLength(cap);
});

test('one of 50 confirmations in four processes succeeds, with its own iv and tag', async () => {
  const room = await aRoom(world, world.owner);
  const upload = await anUpload(world, world.owner, room);
  await put(world, upload.url, CIPHERTEXT);
  const input = { roomId: room.id, fileId: upload.file.id };
  const codes = await ask(
    times(50, (number) =>
      request(world.owner, 'files.confirmUpload', { ...input, iv: ivOf(number), tag: tagOf(number) }),
    ),
  );
  const winner = codes.indexOf('done');
  expect([count(codes, 'done'), count(codes, 'FILE_ALREADY_CONFIRMED')]).toEqual([1, 49]);
  expect(await storedFile(world, upload.file.id)).toMatchObject({ iv: ivOf(winner), tag: tagOf(winner) });
  expect(await storedRoom(world, room.id)).toMatchObject({ files: { C2: 1 } });
});

test('one of two owners of a room who remove each other from different processes stays, each time', async () => {
  const [ada, bob] = [await aPerson(world), await aPerson(world)];
  for (let time = 0; time < 4; time++) {
    const room = await aRoom(world, ada);
    await joins(world, bob, room, 'owner', ada);
    const codes = await ask([
      request(ada, 'rooms.removeMember', { roomId: room.id, userId: bob.id }),
      request(bob, 'rooms.removeMember', { roomId: room.id, userId: ada.id }),
    ]);
    expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual(['done', 'ROOM_NOT_FOUND']);
    const left = await membershipsIn(world, room.id);
    expect(left).toHaveLength(1);
    expect(await storedRoom(world, room.id)).toMatchObject({ memberCount: 1, owners: [left[0]?.userId] });
  }
});

test('one of two owners of the organisation who deactivate each other from different processes stays', async () => {
  const rivals = [await aPerson(world, 'owner'), await aPerson(world, 'owner')] as const;
  await world.owner.ask(world.app.users.deactivate, { userId: (await aPerson(world, 'owner')).id });
  const codes = await ask([
    request(rivals[0], 'users.deactivate', { userId: rivals[1].id }),
    request(rivals[1], 'users.deactivate', { userId: rivals[0].id }),
  ]);
  expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual(['done', 'TOKEN_INVALID']);
  const states = await Promise.all(rivals.map(async (each) => (await storedUser(world, each.id))?.status));
  expect(new Set(states)).toEqual(new Set(['active', 'deactivated']));
});

/** Adds members and confirms files in four processes, one of which closes the room meanwhile. */
async function race(how: 'archive' | 'delete') {
  const room = await aRoom(world, world.owner);
  const uploads = await Promise.all(times(30, () => anUpload(world, world.owner, room)));
  for (const { url } of uploads) await put(world, url, CIPHERTEXT);
  const people = await Promise.all(
    times(30, () => world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' })),
  );
  const requests = times(30, (index) => [
    request(world.owner, 'rooms.addMember', {
      roomId: room.id,
      userId: people[index]?.user.id,
      role: index % 2 === 0 ? 'viewer' : 'owner',
    }),
    request(world.owner, 'files.confirmUpload', {
      roomId: room.id,
      fileId: uploads[index]?.file.id,
      iv: ivOf(1),
      tag: tagOf(1),
    }),
  ]).flat();
  const closing = request(world.owner, `rooms.${how}`, { roomId: room.id });
  const codes = await ask([...requests.slice(0, 8), closing, ...requests.slice(8)]);
  expect(codes[8]).toBe('done');
  const [members, files] = [await membershipsIn(world, room.id), await filesIn(world, room.id)];
  return { room, codes, members, available: files.filter((file) => file.status === 'available') };
}

test('members and files that come while the room is archived in another process are counted or refused', async () => {
  const { room, codes, members, available } = await race('archive');
  expect(count(codes, 'done') + count(codes, 'ROOM_ARCHIVED')).toBe(61);
  expect(count(codes, 'done')).toBe(1 + (members.length - 1) + available.length);
  const now = (await storedRoom(world, room.id)) as LiveRoom;
  expect([now.memberCount, now.files.C2 ?? 0]).toEqual([members.length, available.length]);
  expect(now.owners).toHaveLength(members.filter((member) => member.role === 'owner').length);
});

test('no member is left in a room that is deleted in another process while members are added', async () => {
  const { room, codes, members } = await race('delete');
  expect(count(codes, 'done') + count(codes, 'ROOM_NOT_FOUND')).toBe(61);
  expect(members).toEqual([]);
  expect(await storedRoom(world, room.id)).toMatchObject({ status: 'deleted' });
});

test('exactly 100 of 150 resumes of one redemption in four processes succeed, and none is counted', async () => {
  const file = await aFile(world, world.owner, await aRoom(world, world.owner));
  const { link, secret } = await aLink(world, world.owner, file, { maxDownloads: 1 });
  const { redemption } = await redeem(world, secret);
  const codes = await ask(times(150, () => request(null, 'shares.resume', { secret, redemption })));
  expect([count(codes, 'done'), count(codes, 'REDEMPTION_ENDED')]).toEqual([100, 50]);
  expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 1 });
  const events = (await eventsOfType(world, 'share.resumed')).filter((event) => event.target.id === link.id);
  expect(new Set(events.map((event) => event.data.resume))).toEqual(new Set(times(100, (index) => index + 1)));
});
