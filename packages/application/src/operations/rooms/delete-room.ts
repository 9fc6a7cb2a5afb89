import {
  deleteRoom as close,
  countIn,
  decide,
  isRoot,
  MAX_MEMBERS,
  type Receipt,
  type ReceiptId,
  type RoomId,
} from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import { inRoom, lookInRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { requireFreshFactor } from '../../steps/people/fresh-factor.ts';
import { removeMemberships } from '../../steps/rooms/remove-listed.ts';
import { refTo } from '../../store/collection.ts';
import { files, filesHeldBy } from '../../store/files.ts';
import { labelsOfStore, orgUnits } from '../../store/organisation.ts';
import { receipts } from '../../store/receipts.ts';
import { memberships, membersOfRoom, rooms } from '../../store/rooms.ts';

/** Attempts to delete the room together with all of its memberships in one commit. */
const WHOLE_ATTEMPTS = 3;

/** `keepNames`: the receipt keeps the names of the files, which only a caller may ask for who could export the whole room. */
export type DeleteRoomInput = Readonly<{ roomId: RoomId; keepNames?: boolean }>;

/**
 * Deletes a room permanently. Nothing of it can be read after the answer. A job destroys its key, objects and wrapped
 * keys. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE, SECOND_FACTOR_TOO_OLD.
 */
export const deleteRoom =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids' | 'keys'>) =>
  async (ctx: SignedIn, { roomId, keepNames = false }: DeleteRoomInput): Promise<Receipt> => {
    const { seen } = await lookInRoom(deps, ctx, roomId, { action: 'room.delete' });
    const unitId = seen.room.orgUnitId;
    let filesTotal = 0;
    let members: readonly ListedDocument[] = [];
    let attempts = 0;
    const receipt = await inRoom(deps, ctx, roomId, {
      action: 'room.delete',
      refs: [refTo(orgUnits, unitId)],
      serializeOn: roomId,
      loadMore: async () => {
        members = [];
        // Concurrent changes must not prevent the deletion: later attempts involve only a few documents.
        if (attempts++ >= WHOLE_ATTEMPTS) return members;
        const anyOf = filesHeldBy(roomId, await labelsOfStore(deps.documents));
        [filesTotal, members] = await Promise.all([
          deps.documents.count(files.name, { anyOf }),
          membershipsOfRoom(deps.documents, roomId),
        ]);
        return members;
      },
      apply: (uow, found, target) => {
        if (keepNames) permit(decide('room.export', found), target);
        requireFreshFactor(deps, ctx, found.user, { action: 'room.delete', target });
        const now = deps.clock.now();
        const made: Receipt = {
          id: deps.ids.uuid<ReceiptId>(),
          roomId,
          label: found.room.label,
          roomName: found.room.name,
          ...(keepNames && { keepsNames: true }),
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
    // Lists and totals are correct when the answer is sent. If the process dies before, the job does the rest.
    if (attempts > WHOLE_ATTEMPTS) await removeMemberships(deps, roomId);
    return receipt;
  };

/** Every membership of a room; there are at most 5 000, so that they can go in one commit. */
async function membershipsOfRoom(documents: DocumentStore, roomId: RoomId): Promise<readonly ListedDocument[]> {
  const found = await documents.list(
    memberships.name,
    { anyOf: [membersOfRoom(roomId)] },
    { limit: MAX_MEMBERS, order: 'oldest' },
  );
  return found.map((document) => ({ collection: memberships.name, document }));
}
