import {
  type AnyLink,
  type File,
  type Folder,
  hasKey,
  type OrgId,
  type Room,
  type RoomId,
  type Target,
  type UploadRequest,
} from '@strongroom/domain';

/** An audit event carries the label of its target, so that the log hides it from callers who may not see the target. */
export const roomTarget = (id: RoomId, room: Room | undefined): Target => ({
  type: 'room',
  id,
  roomId: room?.id ?? null,
  label: room?.label ?? null,
});

/**
 * A deleted file keeps no label, so its room is not named either: readers of unlabelled events must not learn of a room
 * above their clearance.
 */
export const fileTarget = (id: string, file: File | undefined): Target =>
  hasKey(file)
    ? { type: 'file', id, roomId: file.roomId, label: file.effectiveLabel }
    : { type: 'file', id, roomId: null, label: null };

/** A folder has the label of its room. One that does not exist keeps none. */
export const folderTarget = (id: string, folder: Folder | undefined, room: Room | undefined): Target =>
  folder === undefined || room === undefined
    ? { type: 'folder', id, roomId: null, label: null }
    : { type: 'folder', id, roomId: folder.roomId, label: room.label };

/** An upload request, and what was sent through it, have the label of the room. */
export const requestTarget = ({ id, roomId }: UploadRequest, { label }: Pick<Room, 'label'>): Target => ({
  type: 'upload_request',
  id,
  roomId,
  label,
});

export const shareTarget = ({ id, roomId, label }: AnyLink): Target => ({ type: 'share', id, roomId, label });

const unlabelled =
  (type: Target['type']) =>
  (id: string): Target => ({ type, id, roomId: null, label: null });

export const organisationTarget: (id: OrgId) => Target = unlabelled('organisation');
export const unitTarget = unlabelled('org_unit');
export const userTarget = unlabelled('user');
export const tokenTarget = unlabelled('token');
export const sessionTarget = unlabelled('session');
export const unknownShareTarget = unlabelled('share');
export const unknownRequestTarget = unlabelled('upload_request');

/** A receipt carries no label, so its room, which had one, is not named. */
export const receiptTarget = unlabelled('receipt');
