import type { KmsKeyId, RoomId } from '@strongroom/domain';
import type { DocumentStore, Page } from '@strongroom/ports';
import { refTo, stateOf } from '../store/collection.ts';
import { jobs, RUNNABLE_JOBS } from '../store/jobs.ts';
import { receipts } from '../store/receipts.ts';
import { roomsOfStore } from './rooms-of-store.ts';

type Documents = Pick<DocumentStore, 'read' | 'list'>;

/** A key that a store still needs, to wrap with or to destroy. */
export type KeyInUse = Readonly<{ roomId: RoomId; kmsKeyId: KmsKeyId; isRoomThere: boolean }>;

const AT_ONCE = 200;

/** The keys of existing rooms, and of deleted rooms whose key is not destroyed yet. Throws Unavailable. */
export async function keysInUse(documents: Documents): Promise<readonly KeyInUse[]> {
  const keys: KeyInUse[] = [];
  for await (const rooms of roomsOfStore(documents))
    for (const { id: roomId, kmsKeyId } of rooms) keys.push({ roomId, kmsKeyId, isRoomThere: true });
  return [...keys, ...(await keysToDestroy(documents))];
}

async function keysToDestroy(documents: Documents): Promise<readonly KeyInUse[]> {
  const keys: KeyInUse[] = [];
  let page: Page = { limit: AT_ONCE, order: 'oldest' };
  for (;;) {
    const found = await documents.list(jobs.name, { anyOf: [RUNNABLE_JOBS] }, page);
    const last = found.at(-1);
    if (last === undefined) return keys;
    const wanted = found
      .map((document) => stateOf(jobs, document))
      .flatMap((job) => (job.kind === 'destroy-room' ? [refTo(receipts, job.data.receiptId)] : []));
    for (const document of await documents.read(wanted)) {
      const receipt = document && stateOf(receipts, document);
      if (receipt?.key.state === 'pending')
        keys.push({ roomId: receipt.roomId, kmsKeyId: receipt.key.kmsKeyId, isRoomThere: false });
    }
    page = { limit: AT_ONCE, order: 'oldest', after: { position: last.position, id: last.id } };
  }
}
