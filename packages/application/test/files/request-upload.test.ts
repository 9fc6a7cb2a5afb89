import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveRoom } from '@strongroom/domain';
import { type KeyVault, Unavailable } from '@strongroom/ports';
import { recordedBy } from '../world/events.ts';
import { Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { aMember, anUpload, aPerson, aRoom, CIPHERTEXT, confirm, limitedTo, put } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { filesIn, storedFile } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  room = await aRoom(world, ada);
});

const request = (
  by: Person,
  input: Readonly<{ classification?: string; roomId?: string; folder?: string; size?: number }> = {},
) =>
  by.ask(world.app.files.requestUpload, {
    roomId: room.id,
    name: 'file.pdf',
    size: 5,
    contentType: 'application/pdf',
    ...input,
  });

describe('an announced upload', () => {
  test('is a pending file with a wrapped key of the room, and an address for its ciphertext', async () => {
    const { file, url, expiresAt } = await request(ada, { folder: 'a/b' });
    expect(await storedFile(world, file.id)).toEqual(file);
    expect(file).toMatchObject({
      roomId: room.id,
      status: 'pending',
      name: 'file.pdf',
      folder: 'a/b',
      size: 5,
      label: 'C2',
      effectiveLabel: 'C2',
      uploadedBy: ada.id,
      requestedAt: world.clock.now(),
      kmsKeyId: room.kmsKeyId,
      wrappedDekAad: null,
    });
    expect(expiresAt).toBe(world.clock.now() + 900_000);
    await put(world, url, 'hello');
  });

  test.each([
    ['a small file', 5, 900],
    ['11 520 001 bytes', 11_520_001, 901],
    ['the largest file', 104_857_600, 8192],
  ])('has an address for as long as %s needs at 128 kbit/s, and for at least 15 minutes', async (_, size, seconds) => {
    expect((await request(ada, { size })).expiresAt).toBe(world.clock.now() + seconds * 1000);
  });

  test('has an address for as long as its size needs when it is announced again', async () => {
    const sender = ada.keyed({ key: 'a large file', fingerprint: 'one', onReplay: () => undefined });
    const { file } = await request(sender, { size: 104_857_600 });
    world.clock.advance(1000);
    const again = await request(sender, { size: 104_857_600 });
    expect([again.file.id, again.expiresAt]).toEqual([file.id, world.clock.now() + 8_192_000]);
  });

  test('has a key of its own', async () => {
    const [one, other] = [await request(ada), await request(ada)];
    expect(one.file.wrappedDek).not.toBe(other.file.wrappedDek);
  });

  test('is in the top folder when no folder is named', async () => {
    expect((await request(ada)).file.folder).toBe('');
  });

  test.each([
    ['C1', 'C1', 'C2'],
    ['C2', 'C2', 'C2'],
    ['C3', 'C3', 'C3'],
  ])('with the label %s carries %s and counts as %s in a room of C2', async (classification, label, effectiveLabel) => {
    expect((await request(ada, { classification })).file).toMatchObject({ label, effectiveLabel });
  });

  test('is recorded under its effective label, with size and expiry', async () => {
    const recorded = await recordedBy(world, () => request(ada, { classification: 'C3' }));
    expect(recorded).toMatchObject([
      { type: 'file.upload_requested', target: { type: 'file', roomId: room.id, label: 'C3' }, data: { size: 5 } },
    ]);
  });

  test('is not counted, nor listed', async () => {
    const fresh = await aRoom(world, ada);
    await anUpload(world, ada, fresh);
    expect((await ada.ask(world.app.rooms.get, { roomId: fresh.id })).fileCount).toBe(0);
    expect((await ada.ask(world.app.files.list, { roomId: fresh.id })).meta.total).toBe(0);
  });
});

describe('the announcement of an upload refuses', () => {
  test('a viewer', async () => {
    const viewer = await aMember(world, room, 'viewer', ada);
    expect(await refusal(world, () => request(viewer))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
  });

  test('an overseer, also because of the missing room role', async () => {
    expect(await refusal(world, () => request(world.owner))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
  });

  test('a stranger, as if there were no room', async () => {
    const stranger = await aPerson(world);
    expect(await refusal(world, () => request(stranger))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
  });

  test('a label above the uploader’s own clearance', async () => {
    const contributor = await aMember(world, room, 'contributor', ada);
    const asked = () => request(contributor, { classification: 'C3' });
    expect(await refusal(world, asked)).toEqual(['CLEARANCE_INSUFFICIENT', 'cleared-for-label']);
  });

  test('an unknown label, before the room is looked for', async () => {
    const asked = () => request(ada, { classification: 'C9', roomId: crypto.randomUUID() });
    expect(await refusal(world, asked)).toEqual(['INVALID_CLASSIFICATION', null]);
  });

  test('a token without the scope', async () => {
    const limited = await limitedTo(world, ada, 'read:files');
    expect(await refusal(world, () => request(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:files']);
  });

  test('an archived room, after role and label', async () => {
    const archived = await aRoom(world, ada);
    const viewer = await aMember(world, archived, 'viewer', ada);
    await ada.ask(world.app.rooms.archive, { roomId: archived.id });
    const roomId = archived.id;
    expect(await refusal(world, () => request(ada, { roomId }))).toEqual(['ROOM_ARCHIVED', null]);
    expect(await codeOf(request(ada, { roomId, classification: 'C4' }))).toBe('CLEARANCE_INSUFFICIENT');
    expect(await codeOf(request(viewer, { roomId, classification: 'C4' }))).toBe('INSUFFICIENT_ROOM_ROLE');
  });
});

describe('a key that this machine wraps', () => {
  const wraps = { now: 0, later: 0, fails: false };
  let local: World;
  let bob: Person;
  let place: LiveRoom;
  const counted = (keys: KeyVault): KeyVault => ({
    scope: keys.scope,
    createKey: (of) => keys.createKey(of),
    wrapNewDataKey: (...asked) => {
      wraps.later += 1;
      return keys.wrapNewDataKey(...asked);
    },
    wrapNow: (...asked) => {
      wraps.now += 1;
      return wraps.fails ? undefined : keys.wrapNow?.(...asked);
    },
    destroyKey: (key) => keys.destroyKey(key),
    check: () => keys.check(),
  });
  beforeAll(async () => {
    local = await openWorld({ around: ({ keys }) => ({ keys: counted(keys) }) });
    bob = await aPerson(local);
  });
  beforeEach(async () => {
    place = await aRoom(local, bob);
    await anUpload(local, bob, place); // counts the pending uploads of the room
    Object.assign(wraps, { now: 0, later: 0, fails: false });
  });

  test('is wrapped within the decision, for a file that can be confirmed', async () => {
    const upload = await anUpload(local, bob, place);
    expect(wraps).toMatchObject({ now: 1, later: 0 });
    expect(await storedFile(local, upload.file.id)).toEqual(upload.file);
    await put(local, upload.url, CIPHERTEXT);
    expect(await confirm(local, bob, upload)).toMatchObject({ status: 'available' });
  });

  test('is refused with KEY_DESTROYED after the key of the room was destroyed', async () => {
    await local.ports.keys.destroyKey(place.kmsKeyId);
    expect(await codeOf(anUpload(local, bob, place))).toBe('KEY_DESTROYED');
    expect(wraps).toMatchObject({ now: 1, later: 1 });
  });

  test('is wrapped before the decision if it cannot be wrapped at once', async () => {
    wraps.fails = true;
    const { file } = await anUpload(local, bob, place);
    expect(wraps).toMatchObject({ now: 1, later: 1 });
    expect(await filesIn(local, place.id)).toContainEqual(file);
  });

  test.each([
    ['a viewer', 'INSUFFICIENT_ROOM_ROLE', () => aMember(local, place, 'viewer', bob)],
    ['a stranger', 'ROOM_NOT_FOUND', () => aPerson(local)],
  ])('is not wrapped for %s', async (_, code, refused) => {
    expect(await codeOf(anUpload(local, await refused(), place))).toBe(code);
    expect(wraps).toMatchObject({ now: 0, later: 0 });
  });
});

describe('a change during the announcement', () => {
  const gate = new Gate();
  let slow: World;
  let bob: Person;
  beforeAll(async () => {
    slow = await openWorld({ around: (ports) => intercepted(ports, gate.around) });
  });
  beforeEach(async () => {
    bob = await aPerson(slow);
  });

  test('makes a room absent that was deleted while its key was to wrap', async () => {
    const place = await aRoom(slow, bob);
    const held = gate.hold((call) => call.method === 'wrapNewDataKey');
    const asking = codeOf(anUpload(slow, bob, place));
    await held;
    await bob.ask(slow.app.rooms.delete, { roomId: place.id });
    await slow.app.worker.runDue();
    gate.open();
    expect(await asking).toBe('ROOM_NOT_FOUND');
    expect(await filesIn(slow, place.id)).toEqual([]);
  });

  test('is reported if it destroyed the key of the room, as after a restore', async () => {
    const place = await aRoom(slow, bob);
    await slow.ports.keys.destroyKey(place.kmsKeyId);
    expect(await refusal(slow, () => anUpload(slow, bob, place))).toEqual(['KEY_DESTROYED', null]);
    expect(await filesIn(slow, place.id)).toEqual([]);
  });

  test.each(['keys', 'blobs'] as const)('nothing is announced while %s are down', async (port) => {
    const down = await openWorld({
      around: (ports) =>
        intercepted(ports, async (call, proceed) => {
          if (call.port === port && call.method !== 'createKey') throw new Unavailable(port);
          return proceed();
        }),
    });
    const place = await aRoom(down, down.owner);
    expect(await codeOf(anUpload(down, down.owner, place))).toBe(`unavailable: ${port}`);
    expect(await filesIn(down, place.id)).toEqual([]);
  });
});
