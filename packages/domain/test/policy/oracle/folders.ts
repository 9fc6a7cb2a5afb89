import { stoppedAtTheDoor } from './credential.ts';
import { addsHere, contributesHere, isOpenTo, liesBehindFence } from './fences.ts';
import { mayExplain } from './files.ts';
import { isMember, seesRoom } from './rooms.ts';
import type { Answer, AtFolder } from './situation.ts';

/** "Folders that were made, and those with files that you may see in or below them": for members of the room. */
const seesFolder = (s: AtFolder): boolean =>
  seesRoom(s) &&
  isMember(s) &&
  isOpenTo(s) &&
  (s.folder === 'made' ||
    ((s.folder === 'with a file' || s.folder === 'with a file below') && s.clearance >= s.folderLabel));

/** Actions that name no folder that is there. */
const OF_THE_ROOM: ReadonlySet<string> = new Set(['folder.create', 'folder.make', 'folder.make_closed']);

/** "Directly in a place with `owners` only room owners make, rename, move, order and delete folders." */
const isMadeByAll = (s: AtFolder): boolean => s.member === 'owner' || s.structure !== 'owners within';

/** "A folder whose own structure is `owners` is renamed, moved, ordered and deleted by room owners only", as those within one. */
const isKeptByAll = (s: AtFolder): boolean => s.structure !== 'owners around' && s.structure !== 'owners within';

/** "Moved by contributors only if the restricted folders on its way are the same before and after." */
const goesAlike = (s: AtFolder): boolean => {
  if (s.moves === 'nowhere' || s.moves === 'beside itself') return true;
  // A room without such places, or without restricted folders, has none to go to.
  if (s.moves === 'into a place of the owners') return s.structure === 'open' && !liesBehindFence(s);
  if (s.moves === 'behind another') return s.fences === 'none';
  return s.moves === 'to the top' && s.structure !== 'owners at the top' && !liesBehindFence(s);
};

function writes(action: string, s: AtFolder): boolean {
  if (s.member === 'owner') return true;
  if (action === 'folder.create') return addsHere(s) && isMadeByAll(s) && s.structure !== 'owners at the top';
  if (action === 'folder.delete') return contributesHere(s.fences, s.member) && isKeptByAll(s);
  return action === 'folder.edit' && contributesHere(s.fences, s.member) && isKeptByAll(s) && goesAlike(s);
}

/** "A security officer or auditor who is not a member asks about a file in a restricted folder: sees ids, labels." */
const overseesFolder = (s: AtFolder): boolean =>
  seesRoom(s) &&
  s.folder !== 'absent' &&
  s.folder !== 'in another room' &&
  s.folder !== 'top' &&
  (s.role === 'owner' || s.role === 'security_officer' || s.role === 'auditor');

/** Expected answers for folders. */
export function aboutFolders(action: string, s: AtFolder): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  if (action === 'folder.see') return seesFolder(s) ? 'allow' : 'FOLDER_NOT_FOUND';
  if (action === 'access.folder.see') return overseesFolder(s) || seesFolder(s) ? 'allow' : 'FOLDER_NOT_FOUND';
  if (action === 'access.folder.explain')
    return overseesFolder(s) || seesFolder(s) ? mayExplain(s) : 'FOLDER_NOT_FOUND';
  // The path names the room, so its refusal comes first.
  if (!seesRoom(s)) return 'ROOM_NOT_FOUND';
  if (!OF_THE_ROOM.has(action) && !seesFolder(s)) return 'FOLDER_NOT_FOUND';
  if (action === 'folder.get') return 'allow';
  if (action === 'folder.see_access') return s.member === 'owner' ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
  if (action === 'folder.make') return isMember(s) && isMadeByAll(s) ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
  if (!writes(action, s)) return 'INSUFFICIENT_ROOM_ROLE';
  return s.room === 'archived' ? 'ROOM_ARCHIVED' : 'allow';
}
