import { HOUR } from '@strongroom/domain';
import { KeyDestroyed } from '@strongroom/ports';
import { sealedKey, uploadKey } from '../../src/steps/uploads/blob-keys.ts';
import { bins, DUE_BINS } from '../../src/store/bins.ts';
import { jobs, RUNNABLE_JOBS } from '../../src/store/jobs.ts';
import { destroyedFiles, destroyedFilesOf, receipts } from '../../src/store/receipts.ts';
import { eventsOfType } from '../world/events.ts';
import { aFile, aLink, anUpload, aRoom, CIPHERTEXT, confirm, put } from '../world/mothers.ts';
import type { World } from '../world/service.ts';
import { filesIn, linksIn, listed, stored, storedFile } from '../world/stored.ts';

/**
 * A deleted room with every possible kind of remains: confirmed files, one with links and another PUT after its
 * confirmation, and one in the bin; an announced upload; an uploaded file; an interrupted confirmation. The process `by` deletes it.
 */
export async function aDeletedRoom(world: World, by: World = world) {
  const { owner, ports } = world;
  const room = await aRoom(world, owner);
  await owner.ask(world.app.rooms.edit, { roomId: room.id, binDays: 30 });
  const binned = await aFile(world, owner, room);
  await owner.ask(world.app.files.delete, { fileId: binned.id });
  await aFile(world, owner, room);
  const late = await anUpload(world, owner, room);
  await put(world, late.url, CIPHERTEXT);
  const shared = await confirm(world, owner, late);
  await put(world, late.url, CIPHERTEXT);
  for (let n = 0; n < 2; n++) await aLink(world, owner, shared);
  await anUpload(world, owner, room);
  const [uploaded, halfway] = [await anUpload(world, owner, room), await anUpload(world, owner, room)];
  await put(world, uploaded.url, CIPHERTEXT);
  await put(world, halfway.url, CIPHERTEXT);
  const { roomId, id } = halfway.file;
  const { generation = '' } = (await ports.blobs.stat(uploadKey(roomId, id))) ?? {};
  await ports.blobs.seal(uploadKey(roomId, id), generation, sealedKey(roomId, id, generation));
  const receipt = await by.owner.ask(by.app.rooms.delete, { roomId });
  return { roomId, receiptId: receipt.id, kmsKeyId: room.kmsKeyId, lateUrl: late.url };
}

export type DeletedRoom = Awaited<ReturnType<typeof aDeletedRoom>>;

/** A file with a link, and with another PUT after its confirmation, that the process `by` deleted. */
export async function aDeletedFile(world: World, by: World = world) {
  const { owner } = world;
  const room = await aRoom(world, owner);
  await aFile(world, owner, room);
  const upload = await anUpload(world, owner, room);
  await put(world, upload.url, CIPHERTEXT);
  const file = await confirm(world, owner, upload);
  await aLink(world, owner, file);
  await put(world, upload.url, CIPHERTEXT);
  await by.owner.ask(by.app.files.delete, { fileId: file.id });
  return { roomId: room.id, fileId: file.id, kmsKeyId: room.kmsKeyId, lateUrl: upload.url };
}

export type DeletedFile = Awaited<ReturnType<typeof aDeletedFile>>;

/** Runs the jobs that are due now and later, until none is left. */
export async function workUntilDone(world: World): Promise<void> {
  for (let round = 0; round < 4; round++) {
    while ((await world.app.worker.runDue()) > 0);
    world.clock.advance(5 * HOUR);
  }
}

const isWrappedWith = async (
  { ports, home }: World,
  { kmsKeyId, roomId }: Pick<DeletedRoom, 'kmsKeyId' | 'roomId'>,
) => {
  try {
    const fileId = crypto.randomUUID() as Parameters<typeof uploadKey>[1];
    await ports.keys.wrapNewDataKey(kmsKeyId, { orgId: home.orgId, roomId, fileId });
    return true;
  } catch (error) {
    if (error instanceof KeyDestroyed) return false;
    throw error;
  }
};

const objectsOf = async ({ ports }: World, roomId: string): Promise<number> =>
  (await ports.blobs.list('')).keys.filter((key) => key.includes(roomId)).length;

/** The rest of a deleted room, which keeps its id from being used again. */
export async function leftOfRoom(world: World, room: DeletedRoom) {
  const receipt = await stored(world, receipts, room.receiptId);
  const rows = await listed(world, destroyedFiles, destroyedFilesOf(room.receiptId));
  return {
    files: (await filesIn(world, room.roomId)).length,
    links: (await linksIn(world, room.roomId)).length,
    objects: await objectsOf(world, room.roomId),
    keyLives: await isWrappedWith(world, room),
    jobs: (await listed(world, jobs, RUNNABLE_JOBS)).length,
    receipt: receipt && {
      filesTotal: receipt.filesTotal,
      filesDestroyed: receipt.filesDestroyed,
      keysDestroyed: receipt.keysDestroyed,
      key: receipt.key.state,
      keyAt: receipt.key.at !== null,
      isComplete: receipt.completedAt !== null,
    },
    rows: rows.length,
    due: (await listed(world, bins, DUE_BINS)).length,
    destroyedEvents: (await eventsOfType(world, 'room.destroyed')).length,
  };
}

/** Rows of the receipt for objects that still exist; a receipt that is completed too early counts too. */
export async function untrueRows(world: World, room: DeletedRoom): Promise<number> {
  const rows = await listed(world, destroyedFiles, destroyedFilesOf(room.receiptId));
  const { keys } = await world.ports.blobs.list('');
  const receipt = await stored(world, receipts, room.receiptId);
  const isComplete = receipt !== undefined && receipt.completedAt !== null;
  const isTooEarly = isComplete && ((await isWrappedWith(world, room)) || keys.length > 0);
  return rows.filter((row) => keys.some((key) => key.includes(row.fileId))).length + (isTooEarly ? 1 : 0);
}

/** Expected remains of a destroyed room. */
export const NOTHING_OF_ROOM: Awaited<ReturnType<typeof leftOfRoom>> = {
  files: 0,
  links: 0,
  objects: 0,
  keyLives: false,
  jobs: 0,
  receipt: { filesTotal: 6, filesDestroyed: 6, keysDestroyed: 6, key: 'destroyed', keyAt: true, isComplete: true },
  rows: 6,
  due: 0,
  destroyedEvents: 1,
};

/** Counts the remains of a deleted file. One object belongs to the other file in the room, whose key still exists. */
export async function leftOfFile(world: World, file: DeletedFile) {
  return {
    tombstone: (await storedFile(world, file.fileId)) !== undefined,
    links: (await linksIn(world, file.roomId)).length,
    objects: await objectsOf(world, file.roomId),
    keyLives: await isWrappedWith(world, file),
    jobs: (await listed(world, jobs, RUNNABLE_JOBS)).length,
  };
}

export const NOTHING_OF_FILE: Awaited<ReturnType<typeof leftOfFile>> = {
  tombstone: false,
  links: 0,
  objects: 1,
  keyLives: true,
  jobs: 0,
};
