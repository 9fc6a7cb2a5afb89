import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, type LiveRoom } from '@strongroom/domain';
import type { Idempotency } from '../../src/kernel/context.ts';
import { EVERY_RECORD, idempotencyRecords } from '../../src/repositories/idempotency.ts';
import { shareLinks } from '../../src/repositories/share-links.ts';
import { eventsOf, recordedBy } from '../world/events.ts';
import { fated } from '../world/faulty-documents.ts';
import { intercepted } from '../world/intercepted.ts';
import {
  aFile,
  aLink,
  anEmail,
  anUpload,
  aPerson,
  aRoom,
  CIPHERTEXT,
  confirm,
  get,
  ivOf,
  joins,
  PASSWORD,
  put,
  tagOf,
} from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { filesIn, listed, stored } from '../world/stored.ts';
import { another, BOTH, openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'owner');
});

let keys = 0;
/** A fresh key; `replays` counts the answers that were those of an earlier request. */
function aKey(fingerprint = 'the request') {
  const key = { key: `POST /somewhere key ${++keys}`, fingerprint, replays: 0, onReplay: () => void key.replays++ };
  return key satisfies Idempotency;
}

describe('a repeated request', () => {
  test('gets the answer of the first and has one effect', async () => {
    const key = aKey();
    const recorded = await recordedBy(world, async () => {
      const first = await aRoom(world, ada.keyed(key));
      expect(await aRoom(world, ada.keyed(key))).toEqual(first);
    });
    expect([recorded.length, key.replays]).toEqual([1, 1]);
  });

  test('is another one under another key, by another person, or without a key', async () => {
    const key = aKey();
    const other = await aPerson(world, 'owner');
    const first = await aRoom(world, ada.keyed(key));
    for (const by of [ada.keyed(aKey()), other.keyed(key), ada]) expect((await aRoom(world, by)).id).not.toBe(first.id);
    expect(key.replays).toBe(0);
  });

  test('that is not the same request is refused', async () => {
    const key = aKey();
    await aRoom(world, ada.keyed(key));
    expect(await codeOf(aRoom(world, ada.keyed({ ...key, fingerprint: 'another request' })))).toBe(
      'IDEMPOTENCY_MISMATCH',
    );
  });

  test('is remembered for a day', async () => {
    const key = aKey();
    const own = await openWorld();
    const first = await aRoom(own, own.owner.keyed(key));
    own.clock.advance(DAY - 1);
    expect((await aRoom(own, own.owner.keyed(key))).id).toBe(first.id);
    own.clock.advance(1);
    expect((await aRoom(own, own.owner.keyed(key))).id).not.toBe(first.id);
  });

  test('is forgotten by the worker after that', async () => {
    const own = await openWorld();
    for (let n = 0; n < 3; n++) await aRoom(own, own.owner.keyed(aKey()));
    own.clock.advance(DAY);
    await aRoom(own, own.owner.keyed(aKey()));
    own.clock.advance(1);
    const idle = own.clock.paused();
    own.app.worker.start();
    await idle;
    expect(await listed(own, idempotencyRecords, EVERY_RECORD)).toHaveLength(1);
  });

  test('is no repetition where the first was refused', async () => {
    const key = aKey();
    const bob = await aPerson(world, 'auditor');
    expect(await codeOf(aRoom(world, bob.keyed(key)))).toBe('INSUFFICIENT_ROLE');
    await ada.ask(world.app.users.changeRole, { userId: bob.id, role: 'member' });
    expect(await codeOf(aRoom(world, bob.keyed(key)))).toBe('done');
    expect(key.replays).toBe(0);
  });

  test('is refused where the right is gone since, and that is recorded', async () => {
    const key = aKey();
    const bob = await aPerson(world);
    await aRoom(world, bob.keyed(key));
    await ada.ask(world.app.users.changeRole, { userId: bob.id, role: 'auditor' });
    const recorded = await recordedBy(world, async () => {
      expect(await codeOf(aRoom(world, bob.keyed(key)))).toBe('INSUFFICIENT_ROLE');
    });
    expect(recorded).toMatchObject([{ type: 'access.denied', rule: 'not-auditor' }]);
    await ada.ask(world.app.users.deactivate, { userId: bob.id });
    expect(await codeOf(aRoom(world, bob.keyed(key)))).toBe('TOKEN_INVALID');
  });

  test('is answered although what it did has changed the state since', async () => {
    const [adding, inviting] = [aKey(), aKey()];
    const room = await aRoom(world, ada);
    const bob = await aPerson(world);
    const email = anEmail();
    const add = () =>
      ada.keyed(adding).ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'viewer' });
    const invite = () => ada.keyed(inviting).ask(world.app.users.invite, { email, role: 'member' });
    const [added, invited] = [await add(), await invite()];
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await add()).toEqual(added);
    expect((await invite()).user.id).toBe(invited.user.id);
    expect([adding.replays, inviting.replays]).toEqual([1, 1]);
  });

  test.each(['lost', 'vanished', 'late'] as const)(
    'has one effect also when the answer of its commit is %s',
    async (fate) => {
      const key = aKey();
      const faulty = await another(world, intercepted(world.ports, fated(fate)));
      const before = (await eventsOf(world)).length;
      const first = await aRoom(faulty, ada.at(faulty.app).keyed(key));
      expect((await aRoom(world, ada.keyed(key))).id).toBe(first.id);
      expect((await eventsOf(world)).length).toBe(before + 1);
    },
  );
});

describe.each(BOTH)('with documents in %s', (kind) => {
  test('of twenty equal requests at the same time in three processes one has an effect, and all the same answer', async () => {
    const own = await openWorld({ kind });
    const processes = [own, await another(own), await another(own)];
    const key = aKey();
    const rooms = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const at = processes[index % 3] ?? own;
        return aRoom(at, own.owner.at(at.app).keyed(key));
      }),
    );
    expect(new Set(rooms.map((room) => room.id)).size).toBe(1);
    expect((await own.owner.ask(own.app.rooms.list, {})).meta.total).toBe(1);
  });
});

describe('every operation that takes a key', () => {
  let room: LiveRoom;
  let bob: Person;
  beforeEach(async () => {
    room = await aRoom(world, ada);
    bob = await aPerson(world);
  });

  /** Asks twice with the same key and tells both answers, the events, and how often it was said to be a repetition. */
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

  test('files.deleteIn is not repeated for who may not delete there any more', async () => {
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

  test('files.confirmUpload with other values under the same key is another request', async () => {
    const key = aKey();
    const upload = await anUpload(world, ada, room);
    await put(world, upload.url, CIPHERTEXT);
    await confirm(world, ada.keyed(key), upload, 1);
    const other = ada.keyed({ ...key, fingerprint: 'another request' });
    expect(await codeOf(confirm(world, other, upload, 2))).toBe('IDEMPOTENCY_MISMATCH');
  });
});

test('no record holds a secret or key material', async () => {
  const room = await aRoom(world, ada.keyed(aKey()));
  const { file } = await anUpload(world, ada.keyed(aKey()), room);
  const { secret } = await ada.keyed(aKey()).ask(world.app.tokens.create, { name: 'token' });
  const link = await aLink(world, ada.keyed(aKey()), await aFile(world, ada, room));
  await redeemKeyed(link.secret, aKey());
  const upload = await anUpload(world, ada, room);
  await put(world, upload.url, CIPHERTEXT);
  const confirmed = await confirm(world, ada.keyed(aKey()), upload);
  const kept = JSON.stringify(await listed(world, idempotencyRecords, EVERY_RECORD));
  for (const told of [file.wrappedDek, confirmed.wrappedDek, secret, link.secret, ada.secret])
    expect(kept).not.toContain(told);
});

const redeemKeyed = (secret: string, idempotency: Idempotency) =>
  world.app.shares.redeem({ request: aRequest(), idempotency }, { secret });

describe('a redemption whose connection broke', () => {
  test('is given again, without a second download, also when it was the last', async () => {
    const file = await aFile(world, ada, await aRoom(world, ada));
    const { link, secret } = await aLink(world, ada, file, { maxDownloads: 1 });
    const key = aKey();
    const recorded = await recordedBy(world, async () => {
      await redeemKeyed(secret, key);
      world.clock.advance(1000);
      const again = await redeemKeyed(secret, key);
      expect(await get(world, again.url)).toBe(CIPHERTEXT);
    });
    expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 1 });
    expect(recorded).toMatchObject([
      { type: 'share.redeemed', data: { download: 1 } },
      { type: 'share.redeemed', data: { replayed: true } },
    ]);
    expect(key.replays).toBe(1);
    expect(await codeOf(redeemKeyed(secret, aKey()))).toBe('SHARE_EXHAUSTED');
  });

  test('is not given again once the link is dead', async () => {
    const bob = await aPerson(world);
    const room = await aRoom(world, ada);
    await joins(world, bob, room, 'contributor', ada);
    const file = await aFile(world, ada, room);
    const ends: readonly (readonly [string, (shareId: string) => Promise<unknown>])[] = [
      ['SHARE_REVOKED', (shareId) => bob.ask(world.app.shares.revoke, { shareId })],
      ['SHARE_REVOKED', () => ada.ask(world.app.users.setClearance, { userId: bob.id, clearance: 'C1' })],
      ['SHARE_NOT_FOUND', () => ada.ask(world.app.files.delete, { fileId: file.id })],
    ];
    for (const [code, end] of ends) {
      const { link, secret } = await aLink(world, bob, file);
      const key = aKey();
      await redeemKeyed(secret, key);
      await end(link.id);
      expect(await codeOf(redeemKeyed(secret, key))).toBe(code);
      await ada.ask(world.app.users.setClearance, { userId: bob.id, clearance: '' });
    }
  });

  test('is not given again once the link has expired', async () => {
    const file = await aFile(world, ada, await aRoom(world, ada));
    const { secret } = await aLink(world, ada, file, { expiresIn: 1 });
    const key = aKey();
    await redeemKeyed(secret, key);
    world.clock.advance(2000);
    expect(await codeOf(redeemKeyed(secret, key))).toBe('SHARE_EXPIRED');
  });

  test('belongs to its link: the same key at another link is another download', async () => {
    const file = await aFile(world, ada, await aRoom(world, ada));
    const [one, other] = [await aLink(world, ada, file), await aLink(world, ada, file)];
    const key = aKey();
    await redeemKeyed(one.secret, key);
    await redeemKeyed(other.secret, key);
    expect(key.replays).toBe(0);
  });

  test('asked for again twenty times at once is one download', async () => {
    const file = await aFile(world, ada, await aRoom(world, ada));
    const { link, secret } = await aLink(world, ada, file, { maxDownloads: 5 });
    const key = aKey();
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(redeemKeyed(secret, key))));
    expect(new Set(codes)).toEqual(new Set(['done']));
    expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 1 });
  });
});
