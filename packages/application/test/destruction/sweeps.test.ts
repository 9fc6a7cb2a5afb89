import { beforeEach, describe, expect, test } from '@jest/globals';
import { HOUR, type Label, type LiveRoom, MINUTE, plus, SECOND } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { sealedKey, uploadKey } from '../../src/steps/uploads/blob-keys.ts';
import { destroyedFiles, destroyedFilesOf, receipts } from '../../src/store/receipts.ts';
import { eventsOfType } from '../world/events.ts';
import { commits, Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { aFile, aLink, anUpload, aRoom, CIPHERTEXT, confirm, get, put, putSlowly } from '../world/mothers.ts';
import { codeOf } from '../world/refusals.ts';
import { serve } from '../world/service.ts';
import { filesIn, linksIn, listed, stored, storedFile } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';
import {
  aDeletedFile,
  aDeletedRoom,
  leftOfFile,
  leftOfRoom,
  NOTHING_OF_FILE,
  NOTHING_OF_ROOM,
  workUntilDone,
} from './setting.ts';

/** Life of the address of a small file, and of the largest, whose upload may begin at its end and take as long again. */
const ADDRESS_LIFE = 15 * MINUTE;
const UPLOAD_LIFE = 8192 * SECOND;
const UPLOADS_END = 2 * UPLOAD_LIFE;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});

const objects = async () => (await world.ports.blobs.list('')).keys;
/** Lets a worker start, sweep and pause again. */
const sweep = async () => {
  const idle = world.clock.paused();
  world.app.worker.start();
  await idle;
  await world.app.worker.stop();
  world.clock.advance(MINUTE);
};

describe('after a room is deleted', () => {
  test('key, objects and wrapped keys are gone when the job has run, and the receipt says so row by row', async () => {
    const room = await aDeletedRoom(world);
    await world.app.worker.runDue();
    const receipt = await stored(world, receipts, room.receiptId);
    expect(receipt).toMatchObject({
      filesTotal: 6,
      filesDestroyed: 6,
      keysDestroyed: 6,
      key: { state: 'destroyed', at: world.clock.now() },
      completedAt: world.clock.now(),
    });
    expect([await objects(), await filesIn(world, room.roomId)]).toEqual([[], []]);
    const rows = await world.owner.ask(world.app.receipts.listFiles, { receiptId: room.receiptId });
    expect(rows.meta.total).toBe(6);
    expect(new Set(rows.items.map((row) => row.fileId)).size).toBe(6);
    // The file in the bin has both times.
    expect(rows.items.filter(({ deletedAt }) => deletedAt !== undefined)).toHaveLength(1);
    for (const row of rows.items)
      expect(row).toMatchObject({ objectDestroyedAt: world.clock.now(), wrappedKeyDestroyedAt: world.clock.now() });
    expect(await eventsOfType(world, 'room.destroyed')).toMatchObject([
      {
        actor: { type: 'system' },
        target: { id: room.roomId, label: 'C2' },
        data: { receipt_id: room.receiptId, files: 6 },
      },
    ]);
  });

  test('the receipt says until when the store keeps deleted objects, where it does', async () => {
    const keeping = new Proxy(world.ports.blobs, {
      get: (store, name) => {
        const found: unknown = name === 'keptAfterDeletion' ? 604_800 : Reflect.get(store, name, store);
        return typeof found === 'function' ? found.bind(store) : found;
      },
    });
    const room = await aDeletedRoom(world);
    await (await another(world, { blobs: keeping })).app.worker.runDue();
    expect(await stored(world, receipts, room.receiptId)).toMatchObject({
      completedAt: world.clock.now(),
      objectsKeptUntil: plus(world.clock.now(), 604_800 * SECOND),
    });
    const other = await aDeletedRoom(world);
    await world.app.worker.runDue();
    expect(await stored(world, receipts, other.receiptId)).not.toHaveProperty('objectsKeptUntil');
  });

  test('the time that the store keeps objects is read again, and a broken promise calls nothing destroyed', async () => {
    let [kept, isFit] = [0, true];
    const changing = new Proxy(world.ports.blobs, {
      get: (store, name) => {
        if (name === 'keptAfterDeletion') return kept;
        if (name === 'check')
          return async () => {
            if (!isFit) throw new Unavailable('blobs');
            kept = 86_400;
          };
        const found: unknown = Reflect.get(store, name, store);
        return typeof found === 'function' ? found.bind(store) : found;
      },
    });
    const { app } = await another(world, { blobs: changing });
    const room = await aDeletedRoom(world);
    isFit = false;
    await app.worker.runDue();
    expect(await stored(world, receipts, room.receiptId)).toMatchObject({
      completedAt: null,
      filesDestroyed: 0,
      key: { state: 'destroyed' },
    });
    isFit = true;
    world.clock.advance(HOUR);
    await app.worker.runDue();
    expect(await stored(world, receipts, room.receiptId)).toMatchObject({
      objectsKeptUntil: plus(world.clock.now(), 86_400 * SECOND),
    });
  });

  test('files and links of a label that another process started with are destroyed as well', async () => {
    const { labelRules } = world.configuration;
    const top = { label: 'C5' as Label, name: 'top secret' };
    const wider = await serve(world.ports, world.clock, world.folder, {
      ...world.configuration,
      labelRules: {
        ...labelRules,
        scheme: [...labelRules.scheme, top],
        roleClearances: { ...labelRules.roleClearances, owner: top.label },
      },
    });
    const room = await aRoom(wider, wider.owner);
    const file = await aFile(wider, wider.owner, room, { classification: top.label });
    await aLink(wider, wider.owner, file);
    const { id } = await world.owner.ask(world.app.rooms.delete, { roomId: room.id });
    await world.app.worker.runDue();
    expect(await stored(world, receipts, id)).toMatchObject({ filesDestroyed: 1, completedAt: world.clock.now() });
    expect([await objects(), await filesIn(world, room.id), await linksIn(world, room.id)]).toEqual([[], [], []]);
    expect(await storedFile(world, file.id)).toBeUndefined();
  });

  test('an object that comes in through an open address is swept once no address is open', async () => {
    const room = await aDeletedRoom(world);
    await world.app.worker.runDue();
    world.clock.advance(ADDRESS_LIFE);
    await put(world, room.lateUrl, CIPHERTEXT); // at the last moment
    expect(await objects()).toHaveLength(1);
    world.clock.advance(UPLOADS_END - ADDRESS_LIFE + MINUTE);
    await world.app.worker.runDue();
    expect(await objects()).toEqual([]);
    await expect(put(world, room.lateUrl, CIPHERTEXT)).rejects.toMatchObject({ code: 'URL_EXPIRED' });
    expect(await leftOfRoom(world, room)).toEqual(NOTHING_OF_ROOM);
  });

  test('an object whose upload began in time is swept once the upload must have ended', async () => {
    const room = await aDeletedRoom(world);
    await world.app.worker.runDue();
    world.clock.advance(ADDRESS_LIFE);
    const finish = putSlowly(world, room.lateUrl, CIPHERTEXT);
    world.clock.advance(UPLOAD_LIFE - ADDRESS_LIFE + MINUTE);
    await world.app.worker.runDue();
    await finish();
    expect(await objects()).toHaveLength(1);
    world.clock.advance(UPLOAD_LIFE);
    await world.app.worker.runDue();
    expect([await objects(), await leftOfRoom(world, room)]).toEqual([[], NOTHING_OF_ROOM]);
  });

  test('an upload that was being announced meanwhile is swept too, and counted in the receipt', async () => {
    const gate = new Gate();
    const slow = await another(world, intercepted(world.ports, gate.around));
    const room = await aRoom(world, world.owner);
    const held = gate.hold(commits);
    const announcing = anUpload(slow, world.owner.at(slow.app), room);
    await held;
    const { id } = await world.owner.ask(world.app.rooms.delete, { roomId: room.id });
    await world.app.worker.runDue();
    gate.open();
    await announcing.catch(() => undefined);
    await workUntilDone(world);
    expect(await filesIn(world, room.id)).toEqual([]);
    const rows = await listed(world, destroyedFiles, destroyedFilesOf(id));
    expect(await stored(world, receipts, id)).toMatchObject({ filesTotal: rows.length, filesDestroyed: rows.length });
  });

  test('a link that was being made meanwhile is swept too', async () => {
    const gate = new Gate();
    const slow = await another(world, intercepted(world.ports, gate.around));
    const room = await aRoom(world, world.owner);
    const file = await aFile(world, world.owner, room);
    const held = gate.hold(commits);
    const sharing = aLink(slow, world.owner.at(slow.app), file);
    await held;
    await world.owner.ask(world.app.rooms.delete, { roomId: room.id });
    await world.app.worker.runDue();
    gate.open();
    await sharing.catch(() => undefined);
    await workUntilDone(world);
    expect(await linksIn(world, room.id)).toEqual([]);
  });

  test('a file that was deleted while the room was is not missing in the receipt', async () => {
    const gate = new Gate();
    const slow = await another(world, intercepted(world.ports, gate.around));
    const room = await aRoom(world, world.owner);
    const [file] = [await aFile(world, world.owner, room), await aFile(world, world.owner, room)];
    const held = gate.hold(commits);
    const deleting = world.owner.at(slow.app).ask(slow.app.rooms.delete, { roomId: room.id });
    await held;
    await world.owner.ask(world.app.files.delete, { fileId: file.id });
    gate.open();
    const { id } = await deleting;
    await workUntilDone(world);
    expect(await stored(world, receipts, id)).toMatchObject({ filesTotal: 1, filesDestroyed: 1, keysDestroyed: 1 });
  });

  test('more files than fit in one commit are all destroyed, each with a row', async () => {
    const room = await aRoom(world, world.owner);
    for (let n = 0; n < 120; n++) await anUpload(world, world.owner, room);
    const { id } = await world.owner.ask(world.app.rooms.delete, { roomId: room.id });
    await world.app.worker.runDue();
    expect(await stored(world, receipts, id)).toMatchObject({ filesTotal: 120, filesDestroyed: 120 });
    expect(await listed(world, destroyedFiles, destroyedFilesOf(id))).toHaveLength(120);
  });
});

describe('after a file is deleted', () => {
  test('objects and links go at once, the tombstone when no upload address can be open any more', async () => {
    const file = await aDeletedFile(world);
    await world.app.worker.runDue();
    expect(await leftOfFile(world, file)).toEqual({ ...NOTHING_OF_FILE, tombstone: true, jobs: 1 });
    await put(world, file.lateUrl, CIPHERTEXT);
    world.clock.advance(UPLOADS_END + MINUTE);
    await world.app.worker.runDue();
    expect(await leftOfFile(world, file)).toEqual(NOTHING_OF_FILE);
  });
});

describe('an upload that was never confirmed', () => {
  let room: LiveRoom;
  beforeEach(async () => {
    room = await aRoom(world, world.owner);
  });

  test('is swept a minute after its 24 hours, with its object and its key, and that is recorded', async () => {
    const upload = await anUpload(world, world.owner, room);
    await put(world, upload.url, CIPHERTEXT);
    world.clock.advance(24 * HOUR);
    await sweep();
    expect(await storedFile(world, upload.file.id)).toBeDefined();
    world.clock.advance(1);
    await sweep();
    expect(await storedFile(world, upload.file.id)).toBeUndefined();
    expect(await objects()).toEqual([]);
    expect(await eventsOfType(world, 'file.abandoned')).toMatchObject([
      { actor: { type: 'system' }, target: { id: upload.file.id, roomId: room.id, label: 'C2' } },
    ]);
  });

  test('is swept however many there are', async () => {
    for (let n = 0; n < 250; n++) await anUpload(world, world.owner, room);
    world.clock.advance(24 * HOUR + MINUTE + 1);
    await sweep();
    expect(await filesIn(world, room.id)).toEqual([]);
  });

  test('is swept once when two processes sweep at the same time', async () => {
    await anUpload(world, world.owner, room);
    world.clock.advance(24 * HOUR + MINUTE + 1);
    const other = await another(world);
    other.app.worker.start();
    await Promise.all([sweep(), other.app.worker.stop()]);
    await sweep();
    expect(await eventsOfType(world, 'file.abandoned')).toHaveLength(1);
  });

  test('keeps its object where the last confirmation comes to its commit just then', async () => {
    const upload = await anUpload(world, world.owner, room);
    await put(world, upload.url, CIPHERTEXT);
    const gate = new Gate();
    const slow = await another(world, intercepted(world.ports, gate.around));
    world.clock.advance(24 * HOUR - 1);
    const held = gate.hold(commits);
    const confirming = confirm({ ...world, app: slow.app }, world.owner.at(slow.app), upload);
    await held;
    world.clock.advance(2);
    await sweep();
    gate.open();
    const { sealed } = await confirming;
    expect(await objects()).toEqual([sealed]);
  });

  test('is deleted together with the objects that failed confirmations sealed', async () => {
    const upload = await anUpload(world, world.owner, room);
    await put(world, upload.url, CIPHERTEXT);
    const { generation = '' } = (await world.ports.blobs.stat(uploadKey(room.id, upload.file.id))) ?? {};
    const sealed = sealedKey(room.id, upload.file.id, generation);
    await world.ports.blobs.seal(uploadKey(room.id, upload.file.id), generation, sealed);
    world.clock.advance(24 * HOUR + MINUTE + 1);
    await sweep();
    expect(await objects()).toEqual([]);
  });
});

describe('a PUT after the confirmation', () => {
  test('never changes what is downloaded, and is swept when no address can be open any more', async () => {
    const room = await aRoom(world, world.owner);
    const upload = await anUpload(world, world.owner, room);
    await put(world, upload.url, CIPHERTEXT);
    const file = await confirm(world, world.owner, upload);
    const downloaded = async () =>
      get(world, (await world.owner.ask(world.app.files.getDownload, { fileId: file.id })).url);
    world.clock.advance(ADDRESS_LIFE - SECOND);
    await put(world, upload.url, 'other text');
    expect([await downloaded(), (await objects()).length]).toEqual([CIPHERTEXT, 2]);
    await sweep();
    world.clock.advance(UPLOADS_END - ADDRESS_LIFE + MINUTE);
    await sweep();
    expect([await downloaded(), await objects()]).toEqual([CIPHERTEXT, [file.sealed]]);
    expect(await storedFile(world, file.id)).toMatchObject({ swept: true });
    expect(await codeOf(confirm(world, world.owner, upload))).toBe('done');
  });

  test('is swept however many files there are', async () => {
    const room = await aRoom(world, world.owner);
    for (let n = 0; n < 230; n++) {
      const upload = await anUpload(world, world.owner, room);
      await put(world, upload.url, CIPHERTEXT);
      await confirm(world, world.owner, upload);
      await put(world, upload.url, 'other text');
    }
    world.clock.advance(UPLOADS_END + 2 * MINUTE);
    await sweep();
    expect(await objects()).toHaveLength(230);
  });
});
