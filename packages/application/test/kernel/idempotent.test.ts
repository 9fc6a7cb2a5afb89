import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY } from '@strongroom/domain';
import { EVERY_RECORD, idempotencyRecords } from '../../src/store/idempotency.ts';
import { eventsOf, recordedBy } from '../world/events.ts';
import { fated } from '../world/faulty-documents.ts';
import { intercepted } from '../world/intercepted.ts';
import { aFile, aLink, anEmail, anUpload, aPerson, aRoom, CIPHERTEXT, confirm, put } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { listed } from '../world/stored.ts';
import { another, BOTH, openWorld, type World } from '../world/world.ts';
import { aKey } from './idempotency-key.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'owner');
});
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

  test('is refused with another body under the same key', async () => {
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

  test('is not a repetition if the first was refused', async () => {
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
  test('one of twenty equal requests at the same time in three processes has an effect, and all get the same answer', async () => {
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

test('no record holds a secret or key material', async () => {
  const room = await aRoom(world, ada.keyed(aKey()));
  const { file } = await anUpload(world, ada.keyed(aKey()), room);
  const { secret } = await ada.keyed(aKey()).ask(world.app.tokens.create, { name: 'token' });
  const link = await aLink(world, ada.keyed(aKey()), await aFile(world, ada, room));
  await world.app.shares.redeem({ request: aRequest(), idempotency: aKey() }, { secret: link.secret });
  const upload = await anUpload(world, ada, room);
  await put(world, upload.url, CIPHERTEXT);
  const confirmed = await confirm(world, ada.keyed(aKey()), upload);
  const kept = JSON.stringify(await listed(world, idempotencyRecords, EVERY_RECORD));
  for (const secretPart of [file.wrappedDek, confirmed.wrappedDek, secret, link.secret, ada.secret])
    expect(kept).not.toContain(secretPart);
});
