import { DomainError, type ExplainableAction } from '@strongroom/domain';

type Place = 'room_id' | 'file_id';

/** The resources that a question about an action must name. A file implies its room. */
const ABOUT: Readonly<Partial<Record<ExplainableAction, Place>>> = {
  'room.see': 'room_id',
  'room.edit': 'room_id',
  'room.archive': 'room_id',
  'room.unarchive': 'room_id',
  'room.delete': 'room_id',
  'room.members.list': 'room_id',
  'room.members.add': 'room_id',
  'room.members.remove': 'room_id',
  'file.list': 'room_id',
  'file.upload': 'room_id',
  'file.see': 'file_id',
  'file.confirm': 'file_id',
  'file.download': 'file_id',
  'file.delete': 'file_id',
  'share.create': 'file_id',
  'share.list': 'file_id',
  'share.revoke': 'file_id',
};

type Question = Readonly<{ action: ExplainableAction; roomId?: string | undefined; fileId?: string | undefined }>;

/**
 * An action without its place has no answer: the rules would be asked about a room that does not exist. Throws
 * VALIDATION_ERROR.
 */
export function refuseWithoutPlace({ action, roomId, fileId }: Question): void {
  const place = ABOUT[action];
  if (place === undefined || fileId !== undefined || (place === 'room_id' && roomId !== undefined)) return;
  throw new DomainError('VALIDATION_ERROR', {
    details: [{ field: place, rule: 'required', message: `${place} is required for ${action}` }],
  });
}
