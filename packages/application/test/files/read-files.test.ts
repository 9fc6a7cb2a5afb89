import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AvailableFile, LiveRoom } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { recordedBy } from '../world/events.ts';
import { intercepted } from '../world/intercepted.ts';
import { aFile, aMember, anUpload, aPerson, aRoom, CIPHERTEXT, get, joins, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
let file: AvailableFile;
let isStorageDown = false;
/** Whether addresses are signed by another system. */
let signsElsewhere = false;
let signed = 0;
beforeAll(async () => {
  world = await openWorld({
    around: (ports) => {
      const around = intercepted(ports, async (call, proceed) => {
        if (isStorageDown && call.port === 'blobs') throw new Unavailable('blobs');
        if (call.method === 'signDownload') signed += 1;
        return proceed();
      });
      const signing = (name: string | symbol) => name === 'signsLocally' && signsElsewhere;
      const elsewhere = new Proxy(around.blobs, {
        get: (store, name): unknown => (signing(name) ? false : Reflect.get(store, name)),
      });
      return { ...around, blobs: elsewhere };
    },
  });
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  bob = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
  await joins(world, bob, room, 'viewer', ada);
  file = await aFile(world, ada, room);
});

const see = (by: Person, fileId: string = file.id) => by.ask(world.app.files.get, { fileId });
const download = (by: Person, fileId: string = file.id) => by.ask(world.app.files.getDownload, { fileId });
const list = (by: Person, page: { perPage?: number; cursor?: string } = {}) =>
  by.ask(world.app.files.list, { roomId: room.id, ...page });

describe('one file', () => {
  test('is seen by every member', async () => {
    for (const by of [ada, bob]) expect(await see(by)).toMatchObject(file);
  });

  test('is not found by overseers, who see only metadata of rooms', async () => {
    expect(await refusal(world, () => see(world.owner))).toEqual(['FILE_NOT_FOUND', 'room-member']);
  });

  test('is unknown above one’s clearance, though the room is not', async () => {
    const high = await aFile(world, ada, room, { classification: 'C3' });
    expect(await refusal(world, () => see(bob, high.id))).toEqual(['FILE_NOT_FOUND', 'cleared-for-file']);
    expect(await codeOf(see(ada, high.id))).toBe('done');
  });

  test('is seen pending by its uploader and by owners of the room only', async () => {
    const contributor = await aMember(world, room, 'contributor', ada);
    const other = await aMember(world, room, 'contributor', ada);
    const pending = await anUpload(world, contributor, room);
    for (const by of [contributor, ada]) expect(await see(by, pending.file.id)).toMatchObject({ status: 'pending' });
    for (const by of [other, bob])
      expect(await refusal(world, () => see(by, pending.file.id))).toEqual([
        'FILE_NOT_FOUND',
        'confirmed-or-concerned',
      ]);
  });

  test('is unknown once deleted, and with its room', async () => {
    const other = await aFile(world, ada, room);
    await ada.ask(world.app.files.delete, { fileId: other.id });
    expect(await refusal(world, () => see(ada, other.id))).toEqual(['FILE_NOT_FOUND', 'file-in-room']);
    await ada.ask(world.app.rooms.delete, { roomId: room.id });
    expect(await refusal(world, () => see(ada))).toEqual(['FILE_NOT_FOUND', 'room-exists']);
  });

  test('needs the scope read:files', async () => {
    const limited = await limitedTo(world, ada, 'read:rooms');
    expect(await refusal(world, () => see(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:read:files']);
  });
});

describe('a download', () => {
  test('gives wrapped key, iv, tag and an address of the ciphertext, to every member', async () => {
    for (const by of [ada, bob]) {
      const { url, expiresAt, file: released } = await download(by);
      expect(released).toEqual(file);
      expect(expiresAt).toBe(world.clock.now() + 60_000);
      expect(await get(world, url)).toBe(CIPHERTEXT);
    }
  });

  test('is recorded, each time', async () => {
    const recorded = await recordedBy(world, async () => {
      await download(bob);
      await download(bob);
    });
    expect(recorded).toMatchObject(
      [1, 2].map(() => ({
        type: 'file.downloaded',
        actor: { id: bob.id },
        target: { id: file.id, roomId: room.id, label: 'C2' },
      })),
    );
  });

  test('works in an archived room', async () => {
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(download(bob))).toBe('done');
  });

  test('is refused for a pending file to those who see it, and hidden from the others', async () => {
    const pending = await anUpload(world, ada, room);
    expect(await refusal(world, () => download(ada, pending.file.id))).toEqual(['UPLOAD_NOT_CONFIRMED', null]);
    expect(await codeOf(download(bob, pending.file.id))).toBe('FILE_NOT_FOUND');
  });

  test('is hidden from overseers and strangers', async () => {
    for (const by of [world.owner, await aPerson(world)])
      expect(await refusal(world, () => download(by))).toEqual(['FILE_NOT_FOUND', 'room-member']);
  });

  test('needs the scope download:files', async () => {
    const limited = await limitedTo(world, ada, 'read:files');
    expect(await refusal(world, () => download(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:download:files']);
  });

  test('is not recorded when no address can be signed, as nothing was released', async () => {
    isStorageDown = true;
    const recorded = await recordedBy(world, async () => {
      expect(await codeOf(download(ada))).toBe('unavailable: blobs');
    });
    isStorageDown = false;
    expect(recorded).toEqual([]);
  });

  test('makes no call to a remote signer for a refused caller', async () => {
    signsElsewhere = true;
    signed = 0;
    const pending = await anUpload(world, ada, room);
    expect(await codeOf(download(ada, pending.file.id))).toBe('UPLOAD_NOT_CONFIRMED');
    for (const [by, id] of [
      [ada, crypto.randomUUID()],
      [world.owner, file.id],
    ] as const)
      expect(await codeOf(download(by, id))).toBe('FILE_NOT_FOUND');
    expect(signed).toBe(0);
    expect(await codeOf(download(bob))).toBe('done');
    expect(signed).toBe(1);
    signsElsewhere = false;
  });
});

describe('the list of files', () => {
  test('holds what is available up to one’s clearance, newest first, and counts no more', async () => {
    world.clock.advance(1000);
    const newer = await aFile(world, ada, room, { classification: 'C1' });
    await aFile(world, ada, room, { classification: 'C4' });
    await anUpload(world, ada, room);
    expect((await list(bob)).items.map((each) => each.id)).toEqual([newer.id, file.id]);
    expect([(await list(bob)).meta.total, (await list(ada)).meta.total]).toEqual([2, 3]);
  });

  test('leaves out what was deleted', async () => {
    await ada.ask(world.app.files.delete, { fileId: file.id });
    expect(await list(bob)).toMatchObject({ items: [], meta: { total: 0 } });
  });

  test('is refused to overseers for their missing room role, and hidden from strangers', async () => {
    expect(await refusal(world, () => list(world.owner))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-member']);
    const stranger = await aPerson(world);
    expect(await refusal(world, () => list(stranger))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
  });

  test('has cursors for this room and this clearance only', async () => {
    await aFile(world, ada, room);
    const cursor = String((await list(bob, { perPage: 1 })).meta.nextCursor);
    expect((await list(bob, { perPage: 1, cursor })).items).toHaveLength(1);
    expect(await codeOf(list(ada, { cursor }))).toBe('INVALID_CURSOR');
  });

  test('needs the scope read:files', async () => {
    const limited = await limitedTo(world, ada, 'read:rooms');
    expect(await refusal(world, () => list(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:read:files']);
  });
});
