import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveRoom, OrgRole } from '@strongroom/domain';
import { receipts } from '../../src/store/receipts.ts';
import { recordedBy } from '../world/events.ts';
import {
  aFile,
  aLink,
  anUpload,
  aPerson,
  aRoom,
  CIPHERTEXT,
  confirm,
  joins,
  limitedTo,
  peek,
  put,
  redeem,
} from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal, tally } from '../world/refusals.ts';
import { membershipsIn, stored, storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  bob = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
  await joins(world, bob, room, 'contributor', ada);
});

const del = (by: Person) => by.ask(world.app.rooms.delete, { roomId: room.id });

describe('deleting a room', () => {
  test('answers with a receipt of what is to be destroyed', async () => {
    await aFile(world, ada, room);
    await anUpload(world, bob, room);
    const receipt = await del(ada);
    expect(receipt).toMatchObject({
      roomId: room.id,
      roomName: room.name,
      deletedBy: ada.id,
      deletedAt: world.clock.now(),
      filesTotal: 2,
      filesDestroyed: 0,
      keysDestroyed: 0,
      key: { kmsKeyId: room.kmsKeyId, scope: 'room', state: 'pending', at: null },
      completedAt: null,
    });
    expect(await stored(world, receipts, receipt.id)).toEqual(receipt);
  });

  test('leaves only the record that the room existed', async () => {
    const receipt = await del(ada);
    expect(await storedRoom(world, room.id)).toEqual({
      id: room.id,
      label: 'C2',
      orgUnitId: room.orgUnitId,
      createdBy: ada.id,
      createdAt: room.createdAt,
      status: 'deleted',
      deletedAt: world.clock.now(),
      deletedBy: ada.id,
      receiptId: receipt.id,
    });
    expect(await membershipsIn(world, room.id)).toEqual([]);
  });

  test('is recorded with the number of its files', async () => {
    await aFile(world, ada, room);
    const recorded = await recordedBy(world, () => del(ada));
    expect(recorded).toMatchObject([
      { type: 'room.deleted', actor: { id: ada.id }, target: { id: room.id, label: 'C2' }, data: { files: 1 } },
    ]);
  });

  test('works on an archived room', async () => {
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(del(ada))).toBe('done');
  });

  test('is for owners of the room and of the organisation', async () => {
    expect(await codeOf(del(world.owner))).toBe('done');
  });

  test('is refused to other members for their room role', async () => {
    expect(await refusal(world, () => del(bob))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
  });

  test.each<OrgRole>(['domain_admin', 'security_officer', 'auditor'])(
    'is refused to %s for the organisation role',
    async (role) => {
      const overseer = await aPerson(world, role);
      expect(await refusal(world, () => del(overseer))).toEqual(['INSUFFICIENT_ROLE', 'org-role:owner']);
    },
  );

  test('is refused to strangers as if there were no room', async () => {
    const stranger = await aPerson(world);
    expect(await refusal(world, () => del(stranger))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
  });

  test('needs the scope delete:rooms', async () => {
    const limited = await limitedTo(world, ada, 'write:rooms');
    expect(await refusal(world, () => del(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:delete:rooms']);
  });

  test('happens once, however many ask at the same time', async () => {
    const codes = await tally(Array.from({ length: 20 }, () => del(ada)));
    expect(codes).toEqual({ done: 1, ROOM_NOT_FOUND: 19 });
  });
});

test('nothing of a room can be read or done by any caller after its deletion is answered', async () => {
  const file = await aFile(world, ada, room);
  const { link, secret } = await aLink(world, ada, file);
  const upload = await anUpload(world, bob, room);
  await put(world, upload.url, CIPHERTEXT);
  const officer = await aPerson(world, 'security_officer');
  await del(ada);
  const { app } = world;
  const at = { roomId: room.id };
  for (const by of [ada, bob, world.owner, officer]) {
    const asked: readonly (readonly [string, Promise<unknown>])[] = [
      ['ROOM_NOT_FOUND', by.ask(app.rooms.get, at)],
      ['ROOM_NOT_FOUND', by.ask(app.rooms.edit, { ...at, name: 'other' })],
      ['ROOM_NOT_FOUND', by.ask(app.rooms.archive, at)],
      ['ROOM_NOT_FOUND', by.ask(app.rooms.unarchive, at)],
      ['ROOM_NOT_FOUND', by.ask(app.rooms.delete, at)],
      ['ROOM_NOT_FOUND', by.ask(app.rooms.listMembers, at)],
      ['ROOM_NOT_FOUND', by.ask(app.rooms.addMember, { ...at, userId: by.id, role: 'owner' })],
      ['ROOM_NOT_FOUND', by.ask(app.rooms.removeMember, { ...at, userId: ada.id })],
      ['ROOM_NOT_FOUND', by.ask(app.files.list, at)],
      ['ROOM_NOT_FOUND', anUpload(world, by, room)],
      ['ROOM_NOT_FOUND', confirm(world, by, upload)],
      ['FILE_NOT_FOUND', by.ask(app.files.get, { fileId: file.id })],
      ['FILE_NOT_FOUND', by.ask(app.files.getDownload, { fileId: file.id })],
      ['FILE_NOT_FOUND', by.ask(app.files.delete, { fileId: file.id })],
      ['FILE_NOT_FOUND', aLink(world, by, file)],
      ['FILE_NOT_FOUND', by.ask(app.shares.list, { fileId: file.id })],
      ['SHARE_NOT_FOUND', by.ask(app.shares.get, { shareId: link.id })],
      ['SHARE_NOT_FOUND', by.ask(app.shares.revoke, { shareId: link.id })],
      ['SHARE_NOT_FOUND', peek(world, secret)],
      ['SHARE_NOT_FOUND', redeem(world, secret)],
    ];
    for (const [code, work] of asked) expect(await codeOf(work)).toBe(code);
    expect((await by.ask(app.rooms.list, { perPage: 100 })).items.map((seen) => seen.room.id)).not.toContain(room.id);
  }
  const overseen = await world.owner.ask(app.rooms.listOverseen, { perPage: 100 });
  expect(overseen.items.map((seen) => seen.room.id)).not.toContain(room.id);
});

describe('the receipt', () => {
  let receiptId: string;
  beforeEach(async () => {
    receiptId = (await del(ada)).id;
  });
  const see = (by: Person, id = receiptId) => by.ask(world.app.receipts.get, { receiptId: id });
  const listFiles = (by: Person, id = receiptId) => by.ask(world.app.receipts.listFiles, { receiptId: id });

  test('is seen by who deleted the room', async () => {
    expect(await see(ada)).toMatchObject({ id: receiptId });
    expect(await listFiles(ada)).toMatchObject({ items: [], meta: { total: 0 } });
  });

  test.each<OrgRole>(['owner', 'security_officer', 'auditor'])('is seen by %s', async (role) => {
    expect(await codeOf(see(await aPerson(world, role)))).toBe('done');
  });

  test.each<OrgRole>(['domain_admin', 'department_admin', 'member'])('is not found by %s', async (role) => {
    const person = await aPerson(world, role);
    expect(await refusal(world, () => see(person))).toEqual(['RECEIPT_NOT_FOUND', 'receipt-is-own']);
    expect(await codeOf(listFiles(person))).toBe('RECEIPT_NOT_FOUND');
  });

  test('is unknown under an id that names none', async () => {
    for (const work of [see, listFiles])
      expect(await refusal(world, () => work(ada, crypto.randomUUID()))).toEqual([
        'RECEIPT_NOT_FOUND',
        'receipt-exists',
      ]);
  });

  test('needs the scope read:audit', async () => {
    const limited = await limitedTo(world, ada, 'read:rooms');
    for (const work of [see, listFiles])
      expect(await refusal(world, () => work(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:read:audit']);
  });
});
