import { type RoomId, TOP_FOLDER } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { folders, treeOf } from '../../store/folders.ts';
import { memberships, membersOfRoom } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';
import { eachListed } from '../each-listed.ts';

type RemoveListedDeps = Pick<Deps, 'documents' | 'runner'>;

/** Removes the documents of links to a deleted file or room, which no longer work in any case. */
export const removeLinks = (deps: RemoveListedDeps, keys: readonly string[]): Promise<void> =>
  eachListed(deps, shareLinks, keys, (uow, _, id) => uow.remove(shareLinks, id));

/** Removes the remaining memberships of a deleted room: they grant nothing, but the lists of users count them. */
export const removeMemberships = (deps: RemoveListedDeps, roomId: RoomId): Promise<void> =>
  eachListed(deps, memberships, [membersOfRoom(roomId)], (uow, _, id) => uow.remove(memberships, id));

/** Removes the folders of a deleted room, the lowest first: none holds files any more. */
export const removeFolders = (deps: RemoveListedDeps, roomId: RoomId): Promise<void> =>
  eachListed(deps, folders, [treeOf(roomId)], (uow, folder, id) => {
    if (folder.path !== TOP_FOLDER) uow.remove(folders, id);
  });
