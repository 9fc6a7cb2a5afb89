import { isFolderSeen } from '../../model/folder.ts';
import { rule } from '../../rule.ts';
import type { FolderFacts, RoomFacts, WhoFacts } from './facts.ts';
import { reachIn } from './restrictions.ts';

export const folderInRoom = rule<RoomFacts & FolderFacts>(
  'folder-in-room',
  'The folder exists in this room, and is not its top.',
  'FOLDER_NOT_FOUND',
  ({ folder, room }) => folder !== undefined && folder.roomId === room?.id && folder.path !== '',
);

export const folderSeen = rule<WhoFacts & RoomFacts & FolderFacts>(
  'folder-seen',
  "The folder was made for the room, or the caller's clearance reaches a file in it or below it that they may see.",
  'FOLDER_NOT_FOUND',
  (facts) => facts.folder !== undefined && isFolderSeen(reachIn(facts), facts.folder),
);
