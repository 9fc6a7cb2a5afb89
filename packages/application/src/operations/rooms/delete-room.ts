import {
  deleteRoom as close,
  countIn,
  decide,
  isRoot,
  type Receipt,
  type ReceiptId,
  type RoomId,
} from '@strongroom/domain';
import { removeMemberships } from '../../jobs/remove-listed.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Known } from '../../kernel/identity-map.ts';
import { roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { membershipsOfRoom } from '../../steps/rooms/memberships-of-room.ts';
import { refTo } from '../../store/collection.ts';
import { files, keyHoldersOfRoom } from '../../store/files.ts';
import { orgUnits } from '../../store/organisation.ts';
import { receipts } from '../../store/receipts.ts';
import { memberships, rooms } from '../../store/rooms.ts';

/** How often it is tried to delete the room with all of its memberships in one commit. */
const WHOLE_ATTEMPTS = 3;

/**
 * Deletes a room for good. From the answer on nothing of it can be read; key, objects and wrapped keys go by a job.
 * Specification section 3. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE.
 */
export const deleteRoom =
  (deps: Pick<Deps, 'runner' | 'documents' | 'clock' | 'ids' | 'keys' | 'classification'>) =>
  async (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<Receipt> => {
    const unitId = await deps.runner.run({
      author: authorOf(ctx),
      refs: roomRefs(ctx, roomId),
      apply: (uow) => {
        const found = roomInSight(deps, uow, ctx, roomId);
        permit(decide('room.delete', found), roomTarget(roomId, found.room));
        return found.room.orgUnitId;
      },
    });
    let filesTotal = 0;
    let members: readonly Known[] = [];
    let attempts = 0;
    const receipt = await deps.runner.run({
      author: authorOf(ctx),
      refs: [...roomRefs(ctx, roomId), refTo(orgUnits, unitId)],
      serializeOn: roomId,
      loadMore: async () => {
        members = [];
        // Whoever keeps changing the room cannot keep it: what is read and written then is a handful of documents.
        if (attempts++ >= WHOLE_ATTEMPTS) return members;
        [filesTotal, members] = await Promise.all([
          deps.documents.count(files.name, { anyOf: [keyHoldersOfRoom(roomId)] }),
          membershipsOfRoom(deps.documents, roomId),
        ]);
        return members;
      },
      apply: (uow) => {
        const found = roomInSight(deps, uow, ctx, roomId);
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
        uow.put(rooms, close(found.room, { at: now, userId: found.user.id, receiptId: made.id }));
        for (const { document } of members) uow.remove(memberships, document.id);
        const unit = uow.find(orgUnits, unitId);
        if (unit && !isRoot(unit)) uow.put(orgUnits, countIn(unit, 'rooms', -1));
        uow.put(receipts, made);
        uow.record({ type: 'room.deleted', target, data: { receipt_id: made.id, files: filesTotal } });
        uow.schedule({ kind: 'destroy-room', data: { roomId, receiptId: made.id } });
        return made;
      },
    });
    // Lists and totals are true when the answer is. A process that dies before leaves the rest to the job.
    if (attempts > WHOLE_ATTEMPTS) await removeMemberships(deps, roomId);
    return receipt;
  };
