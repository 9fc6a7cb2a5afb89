import { beforeEach, describe, expect, test } from '@jest/globals';
import { HOUR, MINUTE, plus, SECOND } from '@strongroom/domain';
import { type BlobKey } from '@strongroom/ports';
import { receipts } from '../../src/store/receipts.ts';
import { intercepted } from '../world/intercepted.ts';
import { anUpload, aRoom, CIPHERTEXT, confirm, put } from '../world/mothers.ts';
import { codeOf } from '../world/refusals.ts';
import { stored, storedFile } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';
import { aDeletedFile, aDeletedRoom, leftOfFile, leftOfRoom, NOTHING_OF_FILE, NOTHING_OF_ROOM } from './setting.ts';

/** Life of the address of the largest file. */
const UPLOAD_LIFE = 8192 * SECOND;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});

const objects = async () => (await world.ports.blobs.list('')).keys;
describe('with a store whose uploads may continue for a day after their address has expired', () => {
  const outliving = async () =>
    another(world, {
      blobs: new Proxy(world.ports.blobs, {
        get: (store, name) => {
          const found: unknown = name === 'uploadsOutlive' ? 86_400 : Reflect.get(store, name, store);
          return typeof found === 'function' ? found.bind(store) : found;
        },
      }),
    });
  /** Stores the object of an upload that ends after its address expired: only its start is checked. */
  const arrives = async (url: string) => {
    const at = world.clock.now();
    const uploadLater = await world.ports.blobs.signUpload({
      key: new URL(url).pathname.slice('/blobs/'.length) as BlobKey,
      size: CIPHERTEXT.length,
      expiresAt: plus(at, SECOND),
    });
    await put(world, uploadLater, CIPHERTEXT);
  };

  test('a deleted room is swept once more then, and the receipt says so', async () => {
    const { app } = await outliving();
    const room = await aDeletedRoom(world);
    const deletedAt = world.clock.now();
    const dueAt = plus(deletedAt, UPLOAD_LIFE + MINUTE + 24 * HOUR);
    await app.worker.runDue();
    const receipt = () => stored(world, receipts, room.receiptId);
    expect(await receipt()).toMatchObject({ completedAt: deletedAt, lastSweep: { dueAt, doneAt: null } });
    world.clock.advance(UPLOAD_LIFE + MINUTE);
    await app.worker.runDue();
    expect((await receipt())?.lastSweep).toEqual({ dueAt, doneAt: null });
    world.clock.advance(24 * HOUR - SECOND);
    await arrives(room.lateUrl);
    world.clock.advance(SECOND);
    await app.worker.runDue();
    expect([await objects(), (await receipt())?.lastSweep]).toEqual([[], { dueAt, doneAt: dueAt }]);
    expect(await leftOfRoom(world, room)).toEqual(NOTHING_OF_ROOM);
  });

  test('the store keeps an object that the last sweep of a room removes from then on, as the receipt says', async () => {
    const other = await outliving();
    const keeping = new Proxy(other.ports.blobs, {
      get: (store, name) => (name === 'keptAfterDeletion' ? 3600 : Reflect.get(store, name, store)),
    });
    const { app } = await another(world, { blobs: keeping });
    const room = await aDeletedRoom(world);
    await app.worker.runDue();
    world.clock.advance(UPLOAD_LIFE + MINUTE + 24 * HOUR);
    await app.worker.runDue();
    expect(await stored(world, receipts, room.receiptId)).toMatchObject({
      objectsKeptUntil: plus(world.clock.now(), HOUR),
    });
  });

  test('a deleted file is swept once more then, and keeps its tombstone until', async () => {
    const { app } = await outliving();
    const file = await aDeletedFile(world);
    await app.worker.runDue();
    world.clock.advance(UPLOAD_LIFE + MINUTE);
    await app.worker.runDue();
    expect(await leftOfFile(world, file)).toEqual({ ...NOTHING_OF_FILE, tombstone: true, jobs: 1 });
    world.clock.advance(24 * HOUR - SECOND);
    await arrives(file.lateUrl);
    world.clock.advance(SECOND);
    await app.worker.runDue();
    expect(await leftOfFile(world, file)).toEqual(NOTHING_OF_FILE);
  });

  const sweepWith = async (other: World) => {
    const idle = world.clock.paused();
    other.app.worker.start();
    await idle;
    await other.app.worker.stop();
    world.clock.advance(MINUTE);
  };

  test('the object of an abandoned upload is removed once more then', async () => {
    const other = await outliving();
    const room = await aRoom(world, world.owner);
    const upload = await anUpload(world, world.owner, room);
    world.clock.advance(24 * HOUR + MINUTE + 1);
    await sweepWith(other);
    expect(await storedFile(world, upload.file.id)).toBeUndefined();
    world.clock.advance(24 * HOUR - MINUTE - SECOND);
    await arrives(upload.url);
    world.clock.advance(SECOND);
    await (await outliving()).app.worker.runDue();
    expect(await objects()).toEqual([]);
  });

  test('an object that came after a confirmation is removed then, not before', async () => {
    const other = await outliving();
    const room = await aRoom(world, world.owner);
    const upload = await anUpload(world, world.owner, room);
    await put(world, upload.url, CIPHERTEXT);
    const file = await confirm(world, world.owner, upload);
    world.clock.advance(UPLOAD_LIFE + MINUTE);
    await sweepWith(other);
    expect(await storedFile(world, file.id)).toMatchObject({ swept: false });
    world.clock.advance(24 * HOUR - MINUTE - SECOND);
    await arrives(upload.url);
    world.clock.advance(2 * SECOND);
    await sweepWith(other);
    expect([await objects(), await storedFile(world, file.id)]).toMatchObject([[file.sealed], { swept: true }]);
  });
});

describe('an upload address that is given out again', () => {
  const keyed = () => world.owner.keyed({ key: 'POST one upload', fingerprint: 'the same', onReplay: () => undefined });

  test('expires with its pending file', async () => {
    const room = await aRoom(world, world.owner);
    const first = await anUpload(world, keyed(), room);
    world.clock.advance(24 * HOUR - MINUTE);
    const second = await anUpload(world, keyed(), room);
    expect([second.file.id, second.expiresAt]).toEqual([first.file.id, plus(first.file.requestedAt, 24 * HOUR)]);
  });

  test('is not given out again once its upload is abandoned', async () => {
    const room = await aRoom(world, world.owner);
    // Wrapping takes a second, so the idempotency key is remembered for a second longer than the file may stay pending.
    const slow = await another(
      world,
      intercepted(world.ports, async ({ method }, proceed) => {
        if (method === 'wrapNewDataKey') world.clock.advance(SECOND);
        return proceed();
      }),
    );
    await anUpload(slow, keyed().at(slow.app), room);
    world.clock.advance(24 * HOUR - SECOND - 1);
    expect(await codeOf(anUpload(world, keyed(), room))).toBe('done');
    world.clock.advance(1);
    expect(await codeOf(anUpload(world, keyed(), room))).toBe('FILE_NOT_FOUND');
  });
});
