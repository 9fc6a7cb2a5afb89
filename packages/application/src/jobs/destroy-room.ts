import {
  type DestroyedFile,
  type File,
  hasKey,
  type Instant,
  later,
  objectsOf,
  plus,
  type Receipt,
  type ReceiptId,
  type RoomId,
  SECOND,
  versionsOf,
  versionsTotalOf,
} from '@strongroom/domain';
import { MAX_CLOCK_GAP_MS, type StoredDocument } from '@strongroom/ports';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import {
  removeFolders,
  removeInbox,
  removeLinks,
  removeMemberships,
  removeWebhooks,
} from '../steps/rooms/remove-listed.ts';
import { roomPrefixes } from '../steps/uploads/blob-keys.ts';
import { happenedAt, lastAddressAfter, lastUploadAfter } from '../steps/uploads/upload-life.ts';
import { bins } from '../store/bins.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { files, filesHeldBy } from '../store/files.ts';
import { roomGroups } from '../store/groups.ts';
import { answersOfRoom } from '../store/idempotency.ts';
import { labelsOfStore } from '../store/organisation.ts';
import { destroyedFiles, receipts } from '../store/receipts.ts';
import { rooms } from '../store/rooms.ts';
import { linksOfRoom } from '../store/share-links.ts';
import { forgetAnswers } from './forget-answers.ts';
import type { Handler, Lease } from './handler.ts';
import { removeObjectsOf, removeUnder } from './remove-objects.ts';

const FILES_AT_ONCE = 50;

/**
 * Destroys the key of a deleted room first, which makes every copy of its wrapped keys useless, then objects and
 * wrapped keys file by file. Each slice is recorded in the receipt in the same commit.
 */
export const destroyRoom: Handler<'destroy-room'> = async (deps, { roomId, receiptId }, lease) => {
  await destroyKey(deps, receiptId);
  // The retention of the store may have changed since this process started: the receipt must not state less than is
  // true.
  const keptBefore = await keptNow(deps);
  const labels = await labelsOfStore(deps.documents);
  await destroyFiles(deps, { roomId, receiptId, labels }, lease);
  await removeFolders(deps, roomId);
  await removeMemberships(deps, roomId);
  await removeLinks(deps, linksOfRoom(roomId, labels));
  await removeInbox(deps, { roomId, receiptId });
  await removeWebhooks(deps, roomId);
  await forgetAnswers(deps, answersOfRoom(roomId), 'ROOM_NOT_FOUND');
  for (const prefix of roomPrefixes(roomId)) await removeUnder(deps.blobs, prefix);
  const kept = Math.max(keptBefore, await keptNow(deps));
  await deps.runner.run({
    author: SYSTEM,
    refs: [refTo(receipts, receiptId), refTo(rooms, roomId), refTo(bins, roomId), refTo(roomGroups, roomId)],
    serializeOn: receiptId,
    apply: (uow) => {
      const receipt = uow.find(receipts, receiptId);
      if (receipt === undefined || receipt.completedAt !== null) return;
      const completedAt = deps.clock.now();
      if (uow.find(bins, roomId) !== undefined) uow.remove(bins, roomId);
      if (uow.find(roomGroups, roomId) !== undefined) uow.remove(roomGroups, roomId);
      // Files that were counted at the deletion may have been deleted one by one, or swept, at the same time.
      uow.put(receipts, {
        ...receipt,
        filesTotal: receipt.filesDestroyed,
        versionsTotal: receipt.keysDestroyed,
        completedAt,
        ...keptUntil(receipt, completedAt, kept),
        lastSweep: { dueAt: lastUploadAfter(deps, happenedAt(receipt.deletedAt, completedAt)), doneAt: null },
      });
      const target = { type: 'room', id: roomId, roomId, label: uow.find(rooms, roomId)?.label ?? null } as const;
      const data = {
        receipt_id: receiptId,
        files: receipt.filesDestroyed,
        wrapped_keys: receipt.keysDestroyed,
        key_state: receipt.key.state,
      };
      uow.record({ type: 'room.destroyed', target, data });
      uow.schedule({
        kind: 'sweep-room',
        data: { roomId, receiptId },
        dueAt: lastAddressAfter(deps, happenedAt(receipt.deletedAt, completedAt)),
      });
    },
  });
  return undefined;
};

/** Seconds for which the object store keeps deleted objects. Rejects if that breaks a promise. */
async function keptNow({ blobs }: Pick<Deps, 'blobs'>): Promise<number> {
  await blobs.check();
  return blobs.keptAfterDeletion;
}

/** Objects that are removed now can be restored for as long as the store keeps them. */
const keptUntil = (receipt: Receipt, removedAt: Instant, seconds: number): Pick<Receipt, 'objectsKeptUntil'> =>
  seconds === 0
    ? {}
    : { objectsKeptUntil: later(receipt.objectsKeptUntil ?? removedAt, plus(removedAt, seconds * SECOND)) };

/**
 * Removes objects uploaded through addresses that outlived the deletion, and objects of confirmations that ran at the
 * same time. Runs once more when no upload can still be running, which the receipt then states.
 */
export const sweepRoom: Handler<'sweep-room'> = async (deps, { roomId, receiptId }, lease) => {
  const labels = await labelsOfStore(deps.documents);
  await destroyFiles(deps, { roomId, receiptId, labels }, lease);
  await removeLinks(deps, linksOfRoom(roomId, labels));
  await removeInbox(deps, { roomId, receiptId });
  await forgetAnswers(deps, answersOfRoom(roomId), 'ROOM_NOT_FOUND');
  for (const prefix of roomPrefixes(roomId)) await removeUnder(deps.blobs, prefix);
  const [document] = await deps.documents.read([refTo(receipts, receiptId)]);
  if (document === undefined) return undefined;
  const { lastSweep, deletedAt } = stateOf(receipts, document);
  const now = deps.clock.now();
  // A receipt from a clock that ran ahead names a much later time than that of a room deleted now.
  const promised = lastSweep?.dueAt ?? lastUploadAfter(deps, deletedAt);
  const longest = lastUploadAfter(deps, now);
  const dueAt = promised > longest + MAX_CLOCK_GAP_MS ? longest : promised;
  if (dueAt !== promised)
    await changeReceipt(deps, receiptId, (receipt) => ({ ...receipt, lastSweep: { dueAt, doneAt: null } }));
  if (now < dueAt) return dueAt;
  const kept = await keptNow(deps);
  await changeReceipt(deps, receiptId, (receipt) => ({
    ...receipt,
    ...keptUntil(receipt, now, kept),
    lastSweep: { dueAt, doneAt: now },
  }));
  return undefined;
};

async function destroyKey(deps: Deps, receiptId: ReceiptId): Promise<void> {
  const [document] = await deps.documents.read([refTo(receipts, receiptId)]);
  const receipt = document && stateOf(receipts, document);
  if (receipt === undefined || receipt.key.state !== 'pending') return;
  const fate = await deps.keys.destroyKey(receipt.key.kmsKeyId);
  await changeReceipt(deps, receiptId, (current) => ({ ...current, key: { ...current.key, ...fate } }));
}

const changeReceipt = (deps: Deps, receiptId: ReceiptId, change: (receipt: Receipt) => Receipt): Promise<void> =>
  deps.runner.run({
    author: SYSTEM,
    refs: [refTo(receipts, receiptId)],
    serializeOn: receiptId,
    apply: (uow) => {
      const receipt = uow.find(receipts, receiptId);
      if (receipt) uow.put(receipts, change(receipt));
    },
  });

type Destroyed = Readonly<{ roomId: RoomId; receiptId: ReceiptId; labels: readonly string[] }>;

async function destroyFiles(deps: Deps, { roomId, receiptId, labels }: Destroyed, lease: Lease): Promise<void> {
  const anyOf = filesHeldBy(roomId, labels);
  for (;;) {
    const found = ofOneCommit(
      await deps.documents.list(files.name, { anyOf }, { limit: FILES_AT_ONCE, order: 'oldest' }),
    );
    if (found.length === 0) return;
    for (const document of found) await removeEveryObject(deps, stateOf(files, document));
    await deps.runner.run({
      author: SYSTEM,
      refs: [refTo(receipts, receiptId), ...found.map((document) => refTo(files, document.id))],
      serializeOn: receiptId,
      apply: (uow) => {
        const receipt = uow.find(receipts, receiptId);
        const now = deps.clock.now();
        const gone = found.map((document) => uow.find(files, stateOf(files, document).id)).filter(hasKey);
        for (const file of gone) {
          uow.remove(files, file.id);
          for (const version of numbersOf(file))
            uow.put(destroyedFiles, {
              receiptId,
              fileId: file.id,
              version,
              objectDestroyedAt: now,
              wrappedKeyDestroyedAt: now,
              ...(file.status === 'binned' && { deletedAt: file.deletedAt }),
              ...(receipt?.keepsNames === true && namedIn(file)),
            });
        }
        if (receipt === undefined) return;
        const filesDestroyed = receipt.filesDestroyed + gone.length;
        const keysDestroyed = receipt.keysDestroyed + gone.flatMap(numbersOf).length;
        uow.put(receipts, {
          ...receipt,
          filesDestroyed,
          keysDestroyed,
          filesTotal: Math.max(receipt.filesTotal, filesDestroyed),
          versionsTotal: Math.max(versionsTotalOf(receipt), keysDestroyed),
        });
      },
    });
    await lease.renew();
  }
}

type HeldFile = Exclude<File, Readonly<{ status: 'deleted' | 'merged' }>>;

/** The place of the file. A pending one was seen by its uploader only. */
const namedIn = (file: HeldFile): Pick<DestroyedFile, 'named'> =>
  file.status === 'pending' ? {} : { named: { folder: file.folder, name: file.name, label: file.effectiveLabel } };

/** A file has up to 100 versions, each with a row in the receipt. */
const VERSIONS_AT_ONCE = 500;

/** The first files, whose versions are few enough for one commit. */
function ofOneCommit(found: readonly StoredDocument[]): readonly StoredDocument[] {
  let versions = 0;
  return found.filter((document, index) => {
    const file = stateOf(files, document);
    versions += hasKey(file) ? numbersOf(file).length : 0;
    return index === 0 || versions <= VERSIONS_AT_ONCE;
  });
}

/** The numbers of the versions of a file. A pending one is to have one. */
const numbersOf = (file: HeldFile): readonly number[] =>
  file.status === 'pending' ? [1] : versionsOf(file).map(({ number }) => number);

async function removeEveryObject({ blobs }: Pick<Deps, 'blobs'>, file: File): Promise<void> {
  const uploads = hasKey(file) && file.status !== 'pending' ? objectsOf(file).map(({ uploadId }) => uploadId) : [];
  for (const id of new Set([file.id, ...uploads])) await removeObjectsOf(blobs, { id, roomId: file.roomId });
}
