import { type FolderPath, isFolderSeen, reachIn, TOP_FOLDER } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import { stateOf } from '../../store/collection.ts';
import { folders, spellingsOf } from '../../store/folders.ts';
import { MAX_SPELLINGS } from './way-to-folder.ts';

/**
 * The path in the spelling of a folder that the caller sees: its own where there is such a folder, else another one. A path that leads
 * to none stays as it is, also where a hidden folder has it.
 */
export async function spellingSeen(
  { documents }: Pick<Deps, 'documents'>,
  at: InRoom,
  path: FolderPath,
): Promise<FolderPath> {
  if (path === TOP_FOLDER) return path;
  const anyOf = [spellingsOf(at.room.id, path)];
  const found = await documents.list(folders.name, { anyOf }, { limit: MAX_SPELLINGS, order: 'oldest' });
  const reach = reachIn(at);
  const seen = found.map((document) => stateOf(folders, document)).filter((folder) => isFolderSeen(reach, folder));
  return (seen.find((folder) => folder.path === path) ?? seen[0])?.path ?? path;
}
