import {
  type EventId,
  type ExportedFiles,
  type ManifestHash,
  type RoomId,
  reachIn,
  topLabelFor,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { replayVerbatim } from '../../kernel/replay.ts';

/** `manifestHash`: of an export that is finished. */
type RecordExportInput = Readonly<{
  roomId: RoomId;
  files: ExportedFiles;
  manifestHash?: ManifestHash | undefined;
}>;

/** An export in the audit log. */
export type ExportRecorded = Readonly<{
  eventId: EventId;
  roomId: RoomId;
  files: ExportedFiles;
  manifestHash: ManifestHash | null;
}>;

/**
 * Records that an owner exports the room: before the first key is released, and with the manifest at the end. Releases nothing
 * itself. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE.
 */
export const recordExport =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { roomId, files, manifestHash }: RecordExportInput): Promise<ExportRecorded> =>
    inRoom(deps, ctx, roomId, {
      action: 'room.export',
      replay: replayVerbatim<ExportRecorded>(),
      apply: (uow, found, target) => {
        // Its number counts the files up to this label: other readers must not learn that there are more than they see.
        const label = topLabelFor(reachIn(found), found.room);
        const data = { files, ...(manifestHash !== undefined && { manifest_sha256: manifestHash }) };
        const eventId = uow.record({ type: 'room.exported', target: { ...target, label }, data });
        return { eventId, roomId, files, manifestHash: manifestHash ?? null };
      },
    });
