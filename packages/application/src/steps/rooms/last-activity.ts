import { type Instant, marksIn, reachIn } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { AtLiveRoom } from '../../kernel/views.ts';
import { files, filesOfRoom } from '../../store/files.ts';

/**
 * When the newest of the files that the caller sees got its content; null without one. It is taken from the files of now and not
 * from the log, so files that are hidden, deleted or moved out of sight do not show in it.
 */
export async function lastActivity(
  { documents }: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  { fileCount }: Pick<RoomSeen, 'fileCount'>,
): Promise<Instant | null> {
  if (fileCount === 0) return null;
  const anyOf = marksIn(reachIn(at)).map((mark) => filesOfRoom(at.room.id, mark));
  const [newest] = await documents.list(files.name, { anyOf }, { limit: 1, order: 'newest' });
  return newest?.position ?? null;
}
