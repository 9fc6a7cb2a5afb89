import { decide, type FolderPath, parentPath } from '@strongroom/domain';
import { permit } from '../../kernel/denied.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import { roomTarget } from '../../kernel/targets.ts';

/**
 * Decides about a folder that a request makes on its way. Throws INSUFFICIENT_ROOM_ROLE where only owners of the room make folders, also
 * where one is there that the caller does not see.
 */
export const permitMaking = (at: InRoom, path: FolderPath): void =>
  permit(decide('folder.make', { ...at, place: parentPath(path) }), roomTarget(at.room.id, at.room));
