import { beforeEach, expect, test } from '@jest/globals';
import { type LiveRoom, SECOND } from '@strongroom/domain';
import { type Around, intercepted } from '../world/intercepted.ts';
import { aMember, anUpload, aPerson, aRoom, CIPHERTEXT, confirm, put } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, tally } from '../world/refusals.ts';
import { filesIn } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';

const GIBIBYTE = 1024 ** 3;

let world: World;
let ada: Person;
let room: LiveRoom;
const open = async (limits: Partial<World['configuration']['pendingLimits']>) => {
  const pendingLimits = { filesPerUser: 1000, bytesPerUser: 10 * GIBIBYTE, filesPerRoom: 10_000, ...limits };
  world = await openWorld({ configuration: { pendingLimits } });
  ada = await aPerson(world);
  room = await aRoom(world, ada);
};
beforeEach(() => open({ filesPerUser: 3 }));

test('the service limits the pending uploads of a user, and frees one for each that is confirmed or deleted', async () => {
  const [first, second] = [await anUpload(world, ada, room), await anUpload(world, ada, room)];
  await anUpload(world, ada, room);
  expect(await codeOf(anUpload(world, ada, room))).toBe('LIMIT_REACHED');
  await put(world, first.url, CIPHERTEXT);
  await confirm(world, ada, first);
  await ada.ask(world.app.files.delete, { fileId: second.file.id });
  expect(await tally([1, 2, 3].map(() => anUpload(world, ada, room)))).toEqual({ done: 2, LIMIT_REACHED: 1 });
});

test('a refusal for too many reads none of them', async () => {
  const lists: unknown[] = [];
  const around: Around = (call, proceed) => {
    if (call.method === 'list') lists.push(call.args);
    return proceed();
  };
  const other = await another(world, intercepted(world.ports, around));
  for (let n = 0; n < 3; n++) await anUpload(other, ada.at(other.app), room);
  lists.length = 0;
  expect(await codeOf(anUpload(other, ada.at(other.app), room))).toBe('LIMIT_REACHED');
  expect(lists).toEqual([]);
});

test('uploads to all rooms count, and those of other users do not', async () => {
  const bob = await aMember(world, room, 'contributor', ada);
  for (let n = 0; n < 3; n++) await anUpload(world, ada, await aRoom(world, ada));
  expect(await codeOf(anUpload(world, ada, room))).toBe('LIMIT_REACHED');
  expect(await codeOf(anUpload(world, bob, room))).toBe('done');
});

test('exactly as many of simultaneous requests are granted as the limit leaves', async () => {
  const codes = await tally(Array.from({ length: 20 }, () => anUpload(world, ada, room)));
  expect(codes).toEqual({ done: 3, LIMIT_REACHED: 17 });
  expect(await filesIn(world, room.id)).toHaveLength(3);
});

test('the service counts uploads announced in another process after seconds, and freed ones at once', async () => {
  const other = await another(world);
  const there = ada.at(other.app);
  await anUpload(other, there, room);
  const uploads = [await anUpload(world, ada, room), await anUpload(world, ada, room)];
  world.clock.advance(2 * SECOND);
  expect(await codeOf(anUpload(other, there, room))).toBe('LIMIT_REACHED');
  await ada.ask(world.app.files.delete, { fileId: uploads[0]?.file.id ?? '' });
  expect(await codeOf(anUpload(other, there, room))).toBe('done');
});

test('the bytes of a user are limited too, by what was announced and not by the largest that it could be', async () => {
  await open({ bytesPerUser: GIBIBYTE });
  for (let n = 0; n < 9; n++) await anUpload(world, ada, room, { size: 1 });
  for (let n = 0; n < 10; n++) await anUpload(world, ada, room, { size: 100_000_000 });
  expect(await codeOf(anUpload(world, ada, room, { size: 100_000_000 }))).toBe('LIMIT_REACHED');
  expect(await codeOf(anUpload(world, ada, room, { size: 1 }))).toBe('done');
});

test('the service limits the pending uploads of a room across its members', async () => {
  await open({ filesPerRoom: 2 });
  const bob = await aMember(world, room, 'contributor', ada);
  await anUpload(world, ada, room);
  await anUpload(world, bob, room);
  expect(await codeOf(anUpload(world, ada, room))).toBe('LIMIT_REACHED');
  expect(await codeOf(anUpload(world, ada, await aRoom(world, ada)))).toBe('done');
});

test('a repeated request gets its answer although the limit is reached', async () => {
  const keyed = ada.keyed({ key: 'POST one upload', fingerprint: 'the same', onReplay: () => undefined });
  const first = await anUpload(world, keyed, room);
  for (let n = 0; n < 2; n++) await anUpload(world, ada, room);
  expect((await anUpload(world, keyed, room)).file.id).toBe(first.file.id);
});

test('a caller without the right is refused for that', async () => {
  await open({ filesPerRoom: 1 });
  const viewer = await aMember(world, room, 'viewer', ada);
  await anUpload(world, ada, room);
  expect(await codeOf(anUpload(world, viewer, room))).toBe('INSUFFICIENT_ROOM_ROLE');
});
