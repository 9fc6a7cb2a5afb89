import { earlier, isAbandoned, objectsOf, PENDING_LIFE, plus, SECOND } from '@strongroom/domain';
import type { DocumentStore, StoredDocument } from '@strongroom/ports';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import { fileTarget } from '../kernel/targets.ts';
import { CLOCK_MARGIN, lastUploadAfter } from '../steps/uploads/upload-life.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { files, MERGED_UPLOADS, PENDING_FILES, UNSWEPT_FILES } from '../store/files.ts';
import { removeObjectsOf } from './remove-objects.ts';

const AT_ONCE = 100;

/** `intact`: the documents without the damaged ones, which must not keep others from what is due. */
export type SweepDeps = Deps & Readonly<{ intact: Pick<DocumentStore, 'list'> }>;

/**
 * Sweeps one slice of the objects that uploads left, and returns whether there are more. Several processes may sweep at
 * the same time, because every step is idempotent.
 */
export async function sweepUploads(deps: SweepDeps): Promise<boolean> {
  const swept = [await sweepAbandoned(deps), await sweepConfirmed(deps), await sweepMerged(deps)];
  return swept.some((count) => count >= AT_ONCE);
}

/**
 * Removes announced uploads that were never confirmed, with object and wrapped key. The sweep waits longer than a
 * confirmation is allowed, so a running confirmation, or one on a machine whose clock lags, does not lose its object.
 */
async function sweepAbandoned(deps: SweepDeps): Promise<number> {
  const until = plus(deps.clock.now(), -(PENDING_LIFE + CLOCK_MARGIN));
  const due = await oldest(deps, PENDING_FILES, until);
  for (const document of due) {
    const found = stateOf(files, document);
    await removeObjectsOf(deps.blobs, found);
    await deps.runner.run({
      author: SYSTEM,
      refs: [refTo(files, found.id)],
      apply: (uow) => {
        const file = uow.find(files, found.id);
        if (file?.status !== 'pending' || !isAbandoned(file, deps.clock.now())) return;
        uow.remove(files, file.id);
        uow.record({ type: 'file.abandoned', target: fileTarget(file.id, file) });
        // A store that checks an address only before the body may still be receiving an object.
        if (deps.blobs.uploadsOutlive > 0)
          uow.schedule({
            kind: 'delete-file',
            data: { roomId: file.roomId, fileId: file.id },
            dueAt: plus(deps.clock.now(), deps.blobs.uploadsOutlive * SECOND),
          });
      },
    });
  }
  return due.length;
}

/** Removes objects that were uploaded after the confirmation, once no such upload can still be running. */
async function sweepConfirmed(deps: SweepDeps): Promise<number> {
  const now = deps.clock.now();
  const until = plus(now, now - lastUploadAfter(deps, now));
  const due = await oldest(deps, UNSWEPT_FILES, until);
  for (const document of due) {
    const found = stateOf(files, document);
    if (found.status !== 'available') continue;
    await removeObjectsOf(deps.blobs, found, new Set(objectsOf(found).map(({ sealed }) => sealed)));
    await deps.runner.run({
      author: SYSTEM,
      refs: [refTo(files, found.id)],
      apply: (uow) => {
        const file = uow.find(files, found.id);
        if (file?.status === 'available') uow.put(files, { ...file, swept: true });
      },
    });
  }
  return due.length;
}

/** Forgets uploads that became a version, and removes objects uploaded later. They answer a repeated confirmation for a day. */
async function sweepMerged(deps: SweepDeps): Promise<number> {
  const now = deps.clock.now();
  const until = earlier(plus(now, now - lastUploadAfter(deps, now)), plus(now, -(PENDING_LIFE + CLOCK_MARGIN)));
  const due = await oldest(deps, MERGED_UPLOADS, until);
  for (const document of due) {
    const found = stateOf(files, document);
    if (found.status !== 'merged') continue;
    await removeObjectsOf(deps.blobs, found, new Set([found.sealed]));
    await deps.runner.run({
      author: SYSTEM,
      refs: [refTo(files, found.id)],
      apply: (uow) => {
        if (uow.find(files, found.id)?.status === 'merged') uow.remove(files, found.id);
      },
    });
  }
  return due.length;
}

const oldest = (deps: SweepDeps, key: string, until: ReturnType<typeof plus>): Promise<readonly StoredDocument[]> =>
  deps.intact.list(files.name, { anyOf: [key], until }, { limit: AT_ONCE, order: 'oldest' });
