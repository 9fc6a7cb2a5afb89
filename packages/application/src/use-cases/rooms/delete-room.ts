import {
  deleteRoom as close,
  countIn,
  decide,
  isRoot,
  type Receipt,
  type ReceiptId,
  type RoomId,
} from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import { removeMemberships } from '../../jobs/remove-listed.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Known } from '../../kernel/draft.ts';
import { authorOf } from '../../kernel/entry.ts';
import { roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { files, keyHoldersOfRoom } from '../../repositories/files.ts';
import { orgUnits } from '../../repositories/organisation.ts';
import { receipts } from '../../repositories/receipts.ts';
import { memberships, rooms } from '../../repositories/rooms.ts';
import { membershipsOfRoom } from './memberships-of-room.ts';

/** How often it is tried to delete the room with all of its memberships in one commit. */
const WHOLE_ATTEMPTS = 3;

/**
 * Deletes a room for good. From the answer on nothing of it can be read; key, objects and wrapped keys go by a job.
 * Specification section 3. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE.
 */
export const deleteRoom =
  (deps: Pick<Deps, 'journal' | 'documents' | 'clock' | 'ids' | 'keys' | 'classification'>) =>
  async (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<Receipt> => {
    const unitId = await deps.journal.run({
      author: authorOf(ctx),
      refs: roomRefs(ctx, roomId),
      decide: (at) => {
        const found = roomInSight(deps, at, ctx, roomId);
        permit(decide('room.delete', found), roomTarget(roomId, found.room));
        return found.room.orgUnitId;
      },
    });
    let filesTotal = 0;
    let members: readonly Known[] = [];
    let attempts = 0;
    const receipt = await deps.journal.run({
      author: authorOf(ctx),
      refs: [...roomRefs(ctx, roomId), refTo(orgUnits, unitId)],
      hot: roomId,
      more: async () => {
        members = [];
        // Whoever keeps changing the room cannot keep it: what is read and written then is a handful of documents.
        if (attempts++ >= WHOLE_ATTEMPTS) return members;
        [filesTotal, members] = await Promise.all([
          deps.documents.count(files.name, { anyOf: [keyHoldersOfRoom(roomId)] }),
          membershipsOfRoom(deps.documents, roomId),
        ]);
        return members;
      },
      decide: (at) => {
        const found = roomInSight(deps, at, ctx, roomId);
        const target = roomTarget(roomId, found.room);
        permit(decide('room.delete', found), target);
        const now = deps.clock.now();
        const made: Receipt = {
          id: deps.ids.uuid<ReceiptId>(),
          roomId,
          deletedBy: found.user.id,
          deletedAt: now,
          filesTotal,
          filesDestroyed: 0,
          keysDestroyed: 0,
          key: {
            kmsKeyId: found.room.kmsKeyId,
            scope: deps.keys.scope,
            state: deps.keys.scope === 'room' ? 'pending' : 'kept',
            at: null,
          },
          completedAt: null,
        };
        at.put(rooms, close(found.room, { at: now, userId: found.user.id, receiptId: made.id }));
        for (const { document } of members) at.remove(memberships, document.id);
        const unit = at.find(orgUnits, unitId);
        if (unit && !isRoot(unit)) at.put(orgUnits, countIn(unit, 'rooms', -1));
        at.put(receipts, made);
        at.record({ type: 'room.deleted', target, data: { receipt_id: made.id, files: filesTotal } });
        at.schedule({ kind: 'destroy-room', data: { roomId, receiptId: made.id } });
        return made;
      },
    });
    // Lists and totals are true when the answer is. A process that dies before leaves the rest to the job.
    if (attempts > WHOLE_ATTEMPTS) await removeMemberships(deps, roomId);
    return receipt;
  };
