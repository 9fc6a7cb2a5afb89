import { isFolderSeen } from '../../model/folder.ts';
import { roomRule, rule } from '../../rule.ts';
import type { FolderFacts, RoomFacts, WhoFacts } from './facts.ts';
import { folderOpen, reachIn } from './restrictions.ts';
import { liveMembership } from './rooms.ts';

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

/** Besides the readers of the log, who know of every folder. */
export const seesFolder = roomRule<WhoFacts & RoomFacts & FolderFacts>(
  'sees-folder',
  'The caller is a member of the room who sees the folder.',
  'FOLDER_NOT_FOUND',
  (facts) => liveMembership(facts) !== undefined && folderSeen.holds(facts) && folderOpen.holds(facts),
);
