import { stoppedAtTheDoor } from './credential.ts';
import { addsHere, contributesHere, isOpenTo } from './fences.ts';
import { isMember, seesRoom } from './rooms.ts';
import type { Answer, AtFolder } from './situation.ts';

/** "Folders that were made, and those with files that you may see in or below them": for members of the room. */
const seesFolder = (s: AtFolder): boolean =>
  seesRoom(s) &&
  isMember(s) &&
  isOpenTo(s) &&
  (s.folder === 'made' ||
    ((s.folder === 'with a file' || s.folder === 'with a file below') && s.clearance >= s.folderLabel));

/** Expected answers for folders. */
export function aboutFolders(action: string, s: AtFolder): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  if (action === 'folder.see') return seesFolder(s) ? 'allow' : 'FOLDER_NOT_FOUND';
  // The path names the room, so its refusal comes first.
  if (!seesRoom(s)) return 'ROOM_NOT_FOUND';
  if (action !== 'folder.create' && !seesFolder(s)) return 'FOLDER_NOT_FOUND';
  if (action === 'folder.get') return 'allow';
  const writes = action === 'folder.create' ? addsHere(s) : contributesHere(s.fences, s.member);
  if (!writes) return 'INSUFFICIENT_ROOM_ROLE';
  return s.room === 'archived' ? 'ROOM_ARCHIVED' : 'allow';
}
