import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DomainError, type FileId, type LiveRoom, type RefusalReason, type UploadRequestId } from '@strongroom/domain';
import { inboxItems, uploadRequests } from '../../src/store/upload-requests.ts';
import { aKey } from '../kernel/idempotency-key.ts';
import { recordedBy } from '../world/events.ts';
import { aFile, aMember, aPerson, aRoom, CIPHERTEXT, get, ivOf, put, tagOf } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { REQUEST_KEY, sealedFor } from '../world/sealed-request.ts';
import { stored } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let eve: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
  bob = await aMember(world, room, 'contributor', ada);
  eve = await aMember(world, room, 'contributor', ada);
});

const app = () => world.app.uploadRequests;
const create = (by: Person, more: object = {}) =>
  by.ask(app().create, { roomId: room.id, expiresIn: 3600, maxFiles: 3, maxBytes: 1000, ...more });
const openDraft = (by: Person, requestId: UploadRequestId) => by.ask(app().open, { requestId, ...REQUEST_KEY });
async function aRequestOf(by: Person, more: object = {}) {
  const { request } = await create(by, more);
  const { secret } = await openDraft(by, request.id);
  return { id: request.id, secret };
}
const visitor = (idempotency?: ReturnType<typeof aKey>) => ({
  request: aRequest(),
  ...(idempotency && { idempotency }),
});
const announce = (secret: string, size = CIPHERTEXT.length, idempotency?: ReturnType<typeof aKey>) =>
  app().announce(visitor(idempotency), {
    secret,
    name: 'accounts.pdf',
    size,
    contentType: 'application/pdf',
  } as never);
const confirm = (secret: string, id: string, fileId: FileId, number = 1) =>
  app().confirm(visitor(), { secret, fileId, iv: ivOf(number), tag: tagOf(number), sealedKey: sealedFor(id) });
async function send({ id, secret }: Readonly<{ id: string; secret: string }>): Promise<FileId> {
  const announced = await announce(secret);
  await put(world, announced.url, CIPHERTEXT);
  await confirm(secret, id, announced.id);
  return announced.id;
}
const inbox = async (by: Person) =>
  (await by.ask(world.app.inbox.list, { roomId: room.id })).items.map(({ item }) => item.id);
const at = (itemId: FileId) => ({ roomId: room.id, itemId });

describe('an upload request', () => {
  test('is a draft until it is opened, once, by its maker', async () => {
    const { request, status, may } = await create(bob);
    expect({ status, may }).toEqual({
      status: 'draft',
      may: ['upload_request.open', 'upload_request.revoke', 'upload_request.see'],
    });
    expect(await codeOf(openDraft(ada, request.id))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await codeOf(openDraft(eve, request.id))).toBe('REQUEST_NOT_FOUND');
    const opened = await openDraft(bob, request.id);
    expect(opened.status).toBe('active');
    expect(opened.secret).toMatch(/^srq_/u);
    expect(await codeOf(openDraft(bob, request.id))).toBe('REQUEST_OPENED');
  });

  test('ends a day after it was made, if it was not opened', async () => {
    const { request } = await create(bob, { expiresIn: 30 * 86_400 });
    world.clock.advance(86_400_000);
    expect(await codeOf(openDraft(bob, request.id))).toBe('REQUEST_NOT_FOUND');
    await world.app.worker.runDue();
    expect(await stored(world, uploadRequests, request.id)).toBeUndefined();
  });

  test('takes a repeated request for the first one', async () => {
    const once = aKey();
    const again = bob.keyed(once);
    const { request } = await create(again);
    expect((await create(again)).request.id).toBe(request.id);
    expect(once.replays).toBe(1);
  });

  test('gives the key of a draft to a repeated request, and that of an opened or withdrawn one to none', async () => {
    const again = bob.keyed(aKey());
    const { request } = await create(again);
    await openDraft(bob, request.id);
    expect(await codeOf(create(again))).toBe('REQUEST_OPENED');
    const withdrawn = bob.keyed(aKey());
    await bob.ask(app().revoke, { requestId: (await create(withdrawn)).request.id });
    expect(await codeOf(create(withdrawn))).toBe('REQUEST_REVOKED');
  });

  test('is seen by its maker and by owners of the room', async () => {
    const { id } = await aRequestOf(bob);
    const listOf = async (by: Person) =>
      (await by.ask(app().list, { roomId: room.id })).items.map(({ request }) => request.id);
    expect([await listOf(bob), await listOf(ada), await listOf(eve)]).toEqual([[id], [id], []]);
    expect((await ada.ask(app().get, { requestId: id })).status).toBe('active');
    expect(await codeOf(eve.ask(app().get, { requestId: id }))).toBe('REQUEST_NOT_FOUND');
    expect(await codeOf(eve.ask(app().revoke, { requestId: id }))).toBe('REQUEST_NOT_FOUND');
  });

  test('tells its holder who asks and what is left, and nothing of the folder', async () => {
    const { id, secret } = await aRequestOf(bob, { message: 'the accounts please' });
    const peeked = await app().peek(visitor(), { secret });
    expect(peeked).toMatchObject({
      publicKey: REQUEST_KEY.publicKey,
      left: { files: 3, bytes: 1000 },
      request: { id },
    });
    expect(peeked.requestedBy).toMatch(/^Person/u);
    expect(
      await codeOf(app().peek(visitor(), { secret: secret.replace(/.$/, (letter) => (letter === 'x' ? 'y' : 'x')) })),
    ).toBe('REQUEST_NOT_FOUND');
  });

  test('ends as revoked, expired or full, in this order', async () => {
    const full = await aRequestOf(bob, { maxFiles: 1 });
    await send(full);
    expect(await codeOf(app().peek(visitor(), full))).toBe('REQUEST_FULL');
    world.clock.advance(3_601_000);
    expect(await codeOf(app().peek(visitor(), full))).toBe('REQUEST_EXPIRED');
    await bob.ask(app().revoke, { requestId: full.id });
    expect(await codeOf(app().peek(visitor(), full))).toBe('REQUEST_REVOKED');
  });

  test('is suspended with the role of its maker and in an archived room, and ends when they leave', async () => {
    const request = await aRequestOf(bob);
    const peek = () => codeOf(app().peek(visitor(), request));
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'viewer' });
    expect(await peek()).toBe('REQUEST_REVOKED');
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'contributor' });
    expect(await peek()).toBe('done');
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await peek()).toBe('REQUEST_REVOKED');
    await ada.ask(world.app.rooms.unarchive, { roomId: room.id });
    expect(await peek()).toBe('done');
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'contributor' });
    expect(await peek()).toBe('REQUEST_REVOKED');
  });
});

describe('a file that is sent', () => {
  test('takes a place of its network, whichever of its addresses it comes from', async () => {
    const { secret } = await aRequestOf(bob, { maxFiles: 100, maxBytes: 100_000 });
    const from = (ip: string) => {
      const file = { name: 'accounts.pdf', size: 10, contentType: 'application/pdf' };
      return app().announce({ request: { ...aRequest(), ip } }, { secret, ...file } as never);
    };
    for (let host = 1; host <= 5; host++) await from(`2001:db8:1:2::${host}`);
    expect(await codeOf(from('2001:db8:1:2::6'))).toBe('TOO_MANY_UPLOADS');
    expect(await codeOf(from('2001:db8:1:3::1'))).toBe('done');
  });

  test('waits in the inbox and is not a file of the room', async () => {
    const request = await aRequestOf(bob);
    const events = await recordedBy(world, () => send(request));
    expect(events.map(({ type, actor }) => [type, { ...actor, token_id: null }])).toEqual([
      ['inbox.received', { type: 'upload_request', id: request.id, token_id: null }],
    ]);
    expect([(await inbox(bob)).length, (await inbox(ada)).length, (await inbox(eve)).length]).toEqual([1, 1, 0]);
    expect((await ada.ask(world.app.files.list, { roomId: room.id })).items).toEqual([]);
  });

  test('is received once, whatever is repeated', async () => {
    const request = await aRequestOf(bob);
    const once = aKey();
    const first = await announce(request.secret, CIPHERTEXT.length, once);
    expect((await announce(request.secret, CIPHERTEXT.length, once)).id).toBe(first.id);
    await put(world, first.url, CIPHERTEXT);
    await confirm(request.secret, request.id, first.id);
    await confirm(request.secret, request.id, first.id);
    expect(await codeOf(confirm(request.secret, request.id, first.id, 2))).toBe('FILE_ALREADY_CONFIRMED');
    expect(await inbox(bob)).toEqual([first.id]);
    expect(await stored(world, uploadRequests, request.id)).toMatchObject({ received: { files: 1 }, announced: [] });
  });

  test('costs a hostile sender nothing but refusals', async () => {
    const request = await aRequestOf(bob);
    const other = await aRequestOf(eve);
    expect(await codeOf(announce(request.secret, 1001))).toBe('REQUEST_FULL');
    const announced = await announce(request.secret);
    expect(await codeOf(confirm(request.secret, request.id, announced.id))).toBe('UPLOAD_NOT_FOUND');
    await put(world, announced.url, CIPHERTEXT);
    expect(await codeOf(confirm(other.secret, other.id, announced.id))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(confirm(request.secret, other.id, announced.id))).toBe('INVALID_SEALED_KEY');
    const others = [announce(request.secret), announce(request.secret), announce(request.secret)];
    expect((await Promise.all(others.map(codeOf))).toSorted()).toEqual(['REQUEST_FULL', 'done', 'done'].toSorted());
    expect(await inbox(ada)).toEqual([]);
    // Places that were only reserved are free again, and what was never confirmed is swept.
    world.clock.advance(3_000_000);
    expect(await codeOf(confirm(request.secret, request.id, announced.id))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(announce(request.secret))).toBe('done');
  });

  test('is taken five at a time from one address', async () => {
    const request = await aRequestOf(bob, { maxFiles: 100 });
    const many = await Promise.all(Array.from({ length: 7 }, () => codeOf(announce(request.secret, 1))));
    expect(many.filter((code) => code === 'TOO_MANY_UPLOADS')).toHaveLength(2);
  });
});

describe('an item of the inbox', () => {
  test('is not shown to its asker who left the room and came back', async () => {
    const item = await send(await aRequestOf(bob));
    const { id: draft } = (await create(bob)).request;
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'contributor' });
    expect([await inbox(bob), await inbox(ada)]).toEqual([[], [item]]);
    expect(await codeOf(bob.ask(world.app.inbox.download, at(item)))).toBe('ITEM_NOT_FOUND');
    expect(await codeOf(bob.ask(world.app.inbox.refuse, at(item)))).toBe('ITEM_NOT_FOUND');
    expect(await codeOf(openDraft(bob, draft))).toBe('INSUFFICIENT_ROOM_ROLE');
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'owner' });
    expect(await inbox(bob)).toEqual([item]);
  });

  test('is given out with the keys that open it', async () => {
    const item = await send(await aRequestOf(bob));
    const events = await recordedBy(world, async () => {
      const { url, request } = await ada.ask(world.app.inbox.download, at(item));
      expect(await get(world, url)).toBe(CIPHERTEXT);
      expect(request.opened?.privateKey).toBe(REQUEST_KEY.privateKey);
    });
    expect(events.map(({ type, data }) => [type, data['item_id']])).toEqual([['inbox.downloaded', item]]);
    expect(await codeOf(eve.ask(world.app.inbox.download, at(item)))).toBe('ITEM_NOT_FOUND');
  });

  test('is accepted with a file that the caller uploaded since', async () => {
    const before = await aFile(world, ada, room);
    world.clock.advance(1000);
    const item = await send(await aRequestOf(bob));
    const accept = (by: Person, fileId: string) => by.ask(world.app.inbox.accept, { ...at(item), fileId });
    world.clock.advance(1000);
    const of = { ada: await aFile(world, ada, room), bob: await aFile(world, bob, room) };
    expect(await codeOf(accept(ada, before.id))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(accept(ada, of.bob.id))).toBe('FILE_NOT_FOUND');
    expect(await accept(ada, of.ada.id)).toMatchObject({ status: 'accepted', fileId: of.ada.id });
    expect(await accept(ada, of.ada.id)).toMatchObject({ status: 'accepted' });
    expect(await codeOf(bob.ask(world.app.inbox.refuse, at(item)))).toBe('ITEM_HANDLED');
    expect(await inbox(ada)).toEqual([]);
  });

  test('is destroyed when it is refused, and its place stays used', async () => {
    const request = await aRequestOf(bob);
    const item = await send(request);
    const { url } = await bob.ask(world.app.inbox.download, at(item));
    expect(await bob.ask(world.app.inbox.refuse, at(item))).toMatchObject({ status: 'refused' });
    expect(JSON.stringify(await stored(world, inboxItems, item))).not.toContain('accounts.pdf');
    await world.app.worker.runDue();
    expect(await codeOf(get(world, url).catch(() => Promise.reject(new DomainError('FILE_NOT_FOUND'))))).toBe(
      'FILE_NOT_FOUND',
    );
    expect((await app().peek(visitor(), request)).left.files).toBe(2);
    expect(await codeOf(ada.ask(world.app.inbox.download, at(item)))).toBe('ITEM_HANDLED');
  });

  test('is refused for a reason, which the first refusal sets and the record keeps', async () => {
    const [item] = [await send(await aRequestOf(bob))];
    const refuse = (by: Person, reason?: RefusalReason) => by.ask(world.app.inbox.refuse, { ...at(item), reason });
    const recorded = await recordedBy(world, () => refuse(bob, 'unsafe'));
    expect(recorded).toMatchObject([{ type: 'inbox.refused', data: { item_id: item, reason: 'unsafe' } }]);
    expect(await recordedBy(world, () => refuse(ada, 'not_asked_for'))).toEqual([]);
    expect(await refuse(ada)).toMatchObject({ status: 'refused', reason: 'unsafe' });
  });

  test('tells its sender neither a refusal nor its reason', async () => {
    const request = await aRequestOf(bob);
    const item = await send(request);
    const seen = async () => {
      const { request: _, ...peeked } = await app().peek(visitor(), request);
      return peeked;
    };
    const before = await seen();
    await bob.ask(world.app.inbox.refuse, { ...at(item), reason: 'unsafe' });
    expect(await seen()).toEqual(before);
  });

  test('is refused and not accepted in an archived room', async () => {
    const item = await send(await aRequestOf(bob));
    const file = await aFile(world, ada, room);
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(ada.ask(world.app.inbox.accept, { ...at(item), fileId: file.id }))).toBe('ROOM_ARCHIVED');
    expect(await codeOf(ada.ask(world.app.inbox.refuse, at(item)))).toBe('done');
  });

  test('goes with its room, and the receipt counts it', async () => {
    const request = await aRequestOf(bob);
    const item = await send(request);
    const deleted = await ada.ask(world.app.rooms.delete, { roomId: room.id });
    await world.app.worker.runDue();
    expect(await stored(world, inboxItems, item)).toBeUndefined();
    expect(await stored(world, uploadRequests, request.id)).toBeUndefined();
    expect(await ada.ask(world.app.receipts.get, { receiptId: deleted.id })).toMatchObject({ inboxItems: 1 });
  });
});
