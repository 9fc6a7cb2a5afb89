import { isFolderSeen } from '../../model/folder.ts';
import { rule } from '../../rule.ts';
import type { FolderFacts, RoomFacts, WhoFacts } from './facts.ts';

export const folderInRoom = rule<RoomFacts & FolderFacts>(
  'folder-in-room',
  'The folder exists in this room, and is not its top.',
  'FOLDER_NOT_FOUND',
  ({ folder, room }) => folder !== undefined && folder.roomId === room?.id && folder.path !== '',
);

export const folderSeen = rule<WhoFacts & FolderFacts>(
  'folder-seen',
  "The folder was made for the room, or the caller's clearance reaches a file in it or below it.",
  'FOLDER_NOT_FOUND',
  ({ subject, folder, labelRules }) =>
    folder !== undefined && isFolderSeen(labelRules.scheme, subject.clearance, folder),
);
