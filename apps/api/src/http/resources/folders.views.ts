import type { FolderGone, FolderSeen } from '@strongroom/application';
import { FOLDER_ROLES, formatInstant, nameOfFolder, optional, STRUCTURES } from '@strongroom/domain';
import { mayOf } from '../describe/may.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { count, id, listOf, orNull, record, text, timestamp, word } from './view-fields.ts';

/** A folder of a room. */
export const FolderView = view('Folder', {
  id: orNull(id('The folder, which keeps its id when it is renamed or moved; null for the top of the room.')),
  room_id: id('The room.'),
  path: text('Names joined by "/"; empty for the top of the room.'),
  name: text('Its last name; empty for the top of the room.'),
  parent_id: orNull(id('The folder above; null directly in the room.')),
  index: orNull(
    text(
      'Its index number, such as `2.10.3`: that of the folder above with its own. Everyone reads the same one, and it stays until it moves or an owner numbers the room again; null in a room without index numbers, and for the top.',
    ),
  ),
  position: optional(
    orNull(
      count(
        'Its place among the folders beside it that you see, from 1; null for the top of the room, and among more than 1000. It is in answers that read or order one folder, and in lists with `positions=true`.',
      ),
    ),
  ),
  file_count: count('Files directly in the folder that you may see.'),
  folder_count: count('Folders directly in the folder that you may see.'),
  created_by: id('User who made it; an owner of the room where you would not find that user.'),
  created_at: timestamp('When it was made.'),
  structure: word(STRUCTURES, 'With `owners`, only owners of the room make folders directly in it.'),
  access: optional(
    record('Callers who see the folder besides owners of the room; for these owners, also of an archived room.', {
      groups: orNull(
        listOf(
          record('A group.', {
            group_id: id('The group.'),
            role: word(FOLDER_ROLES, 'With `contributor` it adds files.'),
          }),
          'Groups that see it; empty for owners only, null if it is not restricted itself.',
        ),
      ),
      restricted_by: listOf(id('A folder.'), 'The restricted folders on the way, with itself.'),
    }),
  ),
  may: mayOf('folder'),
});

export const folderView = (folder: FolderSeen): ViewOf<typeof FolderView> => ({
  id: folder.id,
  room_id: folder.roomId,
  path: folder.path,
  name: nameOfFolder(folder.path),
  parent_id: folder.parentId,
  index: folder.index,
  ...(folder.position !== undefined && { position: folder.position }),
  file_count: folder.fileCount,
  folder_count: folder.folderCount,
  created_by: folder.createdBy,
  created_at: formatInstant(folder.createdAt),
  structure: folder.structure,
  ...(folder.access && {
    access: {
      groups: folder.access.groups?.map(({ groupId, role }) => ({ group_id: groupId, role })) ?? null,
      restricted_by: folder.access.restrictedBy,
    },
  }),
  ...(folder.may && { may: folder.may }),
});

/** As an item of a bulk operation, which says nothing of what the caller may do. */
export function folderViewOfItem(folder: FolderSeen): ViewOf<typeof FolderView> {
  const { may: _, ...rest } = folderView(folder);
  return rest;
}

export const FolderDeletedView = view('FolderDeleted', {
  id: id('The folder.'),
  status: word(['deleted'], 'Always "deleted".'),
  deleted_at: timestamp('When it was deleted.'),
});

export const folderDeletedView = (gone: FolderGone): ViewOf<typeof FolderDeletedView> => ({
  id: gone.id,
  status: 'deleted',
  deleted_at: formatInstant(gone.deletedAt),
});
