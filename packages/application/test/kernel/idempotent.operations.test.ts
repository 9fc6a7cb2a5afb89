import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type LiveRoom } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import {
  aFile,
  aLink,
  anEmail,
  anUpload,
  aPerson,
  aRoom,
  CIPHERTEXT,
  confirm,
  ivOf,
  joins,
  PASSWORD,
  put,
  tagOf,
} from '../world/mothers.ts';
import { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { filesIn } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';
import { aKey } from './idempotency-key.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'owner');
});
describe('every operation that takes a key', () => {
  let room: LiveRoom;
  let bob: Person;
  beforeEach(async () => {
    room = await aRoom(world, ada);
    bob = await aPerson(world);
  });

  /** Sends a request twice with the same key. Returns both answers, the events, and the number of replays. */
  const twice = async <T>(ask: (by: Person) => Promise<T>, by: Person = ada) => {
    const key = aKey();
    const answers: T[] = [];
    const events = await recordedBy(world, async () => {
      answers.push(await ask(by.keyed(key)));
      world.clock.advance(1000);
      answers.push(await ask(by.keyed(key)));
    });
    return { answers, events: events.map((event) => event.type), replays: key.replays };
  };

  const operations: Readonly<Record<string, readonly [string, (by: Person) => Promise<unknown>]>> = {
    'rooms.archive': ['room.archived', (by) => by.ask(world.app.rooms.archive, { roomId: room.id })],
    'rooms.addMember': [
      'member.added',
      (by) => by.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'viewer' }),
    ],
    'orgUnits.create': ['org_unit.created', (by) => by.ask(world.app.orgUnits.create, { name: 'Unit' })],
    'orgUnits.addMember': [
      'org_unit.member_added',
      (by) => by.ask(world.app.orgUnits.addMember, { unitId: world.home.rootUnitId, userId: bob.id, role: 'member' }),
    ],
  };

  test.each(Object.entries(operations))('%s', async (_, [event, ask]) => {
    const { answers, events, replays } = await twice(ask);
    expect(answers[1]).toEqual(answers[0]);
    expect([events, replays]).toEqual([[event], 1]);
  });

  test('rooms.unarchive, after the room was archived again', async () => {
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    const { events, replays } = await twice((by) => by.ask(world.app.rooms.unarchive, { roomId: room.id }));
    expect([events, replays]).toEqual([['room.unarchived'], 1]);
  });

  test('users.deactivate, whose answer is kept without what the user signed in with', async () => {
    const { answers, events, replays } = await twice((by) => by.ask(world.app.users.deactivate, { userId: bob.id }));
    const [first, second] = answers;
    expect(second).toEqual({ ...first, user: { ...first?.user, invitations: [] } });
    expect([events, replays]).toEqual([['user.deactivated'], 1]);
  });

  test('users.reactivate', async () => {
    await ada.ask(world.app.users.deactivate, { userId: bob.id });
    const { events, replays } = await twice((by) => by.ask(world.app.users.reactivate, { userId: bob.id }));
    expect([events, replays]).toEqual([['user.reactivated'], 1]);
  });

  test('users.invite and users.sendActivationLink send one mail', async () => {
    const email = anEmail();
    const before = world.ports.mailer.sent.length;
    const inviting = await twice((by) => by.ask(world.app.users.invite, { email, role: 'member' }));
    const sending = await twice((by) => by.ask(world.app.users.sendActivationLink, { userId: bob.id }));
    await world.app.worker.runDue();
    expect([inviting.replays, sending.replays, world.ports.mailer.sent.length - before]).toEqual([1, 1, 2]);
    expect(inviting.answers[1]).toMatchObject({ user: { id: inviting.answers[0]?.user.id }, isNew: true });
  });

  test('users.setPassword ends the other sessions once', async () => {
    const { events, replays } = await twice(
      (by) => by.ask(world.app.users.setPassword, { next: PASSWORD }),
      world.owner,
    );
    expect([events, replays]).toEqual([['user.password_set'], 1]);
  });

  test('tokens.create tells the secret once', async () => {
    const { answers, events, replays } = await twice((by) => by.ask(world.app.tokens.create, { name: 'token' }));
    const [first, second] = answers;
    expect(second?.token).toEqual(first?.token);
    expect([first?.secret.length, second?.secret]).toEqual([53, '']);
    expect([events, replays]).toEqual([['token.created'], 1]);
  });

  test('shares.create tells the secret once', async () => {
    const file = await aFile(world, ada, room);
    const { answers, events, replays } = await twice((by) => aLink(world, by, file));
    const [first, second] = answers;
    expect(second?.link.id).toBe(first?.link.id);
    expect([first?.secret.length, second?.secret]).toEqual([53, '']);
    expect([events, replays]).toEqual([['share.created'], 1]);
  });

  test('files.requestUpload makes one file, and an address and a record of its key afresh', async () => {
    const { answers, events, replays } = await twice((by) => anUpload(world, by, room));
    const [first, second] = answers;
    expect(second?.file).toEqual(first?.file);
    expect(Number(second?.expiresAt) - Number(first?.expiresAt)).toBe(1000);
    expect([events, replays]).toEqual([['file.upload_requested', 'file.upload_requested'], 1]);
    expect(await filesIn(world, room.id)).toHaveLength(1);
    await put(world, second?.url ?? '', CIPHERTEXT);
  });

  test('files.requestUpload says so when its file was deleted or confirmed meanwhile', async () => {
    const key = aKey();
    const { file } = await anUpload(world, ada.keyed(key), room);
    await ada.ask(world.app.files.delete, { fileId: file.id });
    expect(await codeOf(anUpload(world, ada.keyed(key), room))).toBe('FILE_NOT_FOUND');
  });

  test('files.deleteIn, although the file is gone then', async () => {
    const file = await aFile(world, ada, room);
    const input = { roomId: room.id, fileId: file.id };
    const { answers, events, replays } = await twice((by) => by.ask(world.app.files.deleteIn, input));
    expect(answers[1]).toEqual(answers[0]);
    expect([events, replays]).toEqual([['file.deleted'], 1]);
  });

  test('files.deleteIn is not repeated for a caller who may no longer delete there', async () => {
    const file = await aFile(world, ada, room);
    await joins(world, bob, room, 'contributor', ada);
    const key = aKey();
    const del = () => bob.keyed(key).ask(world.app.files.deleteIn, { roomId: room.id, fileId: file.id });
    await del();
    await joins(world, bob, room, 'viewer', ada);
    expect(await codeOf(del())).toBe('INSUFFICIENT_ROOM_ROLE');
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    expect(await codeOf(del())).toBe('ROOM_NOT_FOUND');
  });

  test('files.confirmUpload', async () => {
    const upload = await anUpload(world, ada, room);
    await put(world, upload.url, CIPHERTEXT);
    const input = { roomId: room.id, fileId: upload.file.id, iv: ivOf(1), tag: tagOf(1) };
    const { answers, events, replays } = await twice((by) => by.ask(world.app.files.confirmUpload, input));
    expect(answers[1]).toEqual(answers[0]);
    expect([events, replays]).toEqual([['file.confirmed'], 1]);
  });

  test('files.getDownload releases the key again, with a new address, and records that', async () => {
    const file = await aFile(world, ada, room);
    const { answers, events, replays } = await twice((by) => by.ask(world.app.files.getDownload, { fileId: file.id }));
    const [first, second] = answers;
    expect(second?.file).toEqual(first?.file);
    expect(Number(second?.expiresAt) - Number(first?.expiresAt)).toBe(1000);
    expect([events, replays]).toEqual([['file.downloaded', 'file.downloaded'], 1]);
  });

  test('files.getDownload is not repeated for a caller who has left the room, or of a deleted file', async () => {
    const file = await aFile(world, ada, room);
    await joins(world, bob, room, 'viewer', ada);
    const key = aKey();
    const download = (by: Person) => by.keyed(key).ask(world.app.files.getDownload, { fileId: file.id });
    await Promise.all([download(bob), download(ada)]);
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    expect(await codeOf(download(bob))).toBe('FILE_NOT_FOUND');
    await ada.ask(world.app.files.delete, { fileId: file.id });
    expect(await codeOf(download(ada))).toBe('FILE_NOT_FOUND');
  });

  test('files.confirmUpload with other values under the same key is another request', async () => {
    const key = aKey();
    const upload = await anUpload(world, ada, room);
    await put(world, upload.url, CIPHERTEXT);
    await confirm(world, ada.keyed(key), upload, 1);
    const other = ada.keyed({ ...key, fingerprint: 'another request' });
    expect(await codeOf(confirm(world, other, upload, 2))).toBe('IDEMPOTENCY_MISMATCH');
  });
});
