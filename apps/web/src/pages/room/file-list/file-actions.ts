import type { Room, File as RoomFile } from '@strongroom/client';
import { allowedOffers, may } from '../../../base/may.ts';
import { setQuery } from '../../../base/router.tsx';
import type { MenuAction } from '../../../design/layers.tsx';
import { saveFile } from '../base/save-file.ts';
import type { FolderRow } from './rows.ts';

export type OnFileAction = (
  what: 'share' | 'rename' | 'label' | 'versions' | 'move' | 'delete' | 'who' | 'activity',
  file: RoomFile,
) => void;
export type OnFolderAction = (
  what: 'zip' | 'share-all' | 'access' | 'activity' | 'rename' | 'ask' | 'up' | 'down' | 'move' | 'label' | 'delete',
  row: FolderRow,
) => void;

/** The actions on a file that the service allows. */
export const actionsOfFile = (file: RoomFile, room: Room, onAction: OnFileAction): readonly MenuAction[] => [
  ...allowedOffers<MenuAction>([
    [
      may(file, 'file.download'),
      { id: 'open', name: 'Open', icon: 'eye', run: () => setQuery({ file: file.id }, false) },
    ],
    [
      may(file, 'file.download'),
      { id: 'download', name: 'Download', icon: 'download', run: () => void saveFile(file) },
    ],
  ]),
  ...actionsOfOpenFile(file, room, onAction),
];

/** The actions on a file that is open already, which the viewer saves. */
export function actionsOfOpenFile(file: RoomFile, room: Room, onAction: OnFileAction): readonly MenuAction[] {
  return allowedOffers<MenuAction>([
    [
      may(room, 'room.members.list'),
      { id: 'who', name: 'Who can open it?', icon: 'people', run: () => onAction('who', file) },
    ],
    [
      may(room, 'audit.room.read'),
      { id: 'activity', name: 'Activity', icon: 'activity', run: () => onAction('activity', file) },
    ],
    [may(file, 'share.create'), { id: 'share', name: 'Make a link', icon: 'link', run: () => onAction('share', file) }],
    [
      may(file, 'version.list') || may(file, 'file.replace'),
      { id: 'versions', name: 'Versions', icon: 'receipt', run: () => onAction('versions', file) },
    ],
    [may(file, 'file.edit'), { id: 'rename', name: 'Rename', icon: 'text', run: () => onAction('rename', file) }],
    [may(file, 'file.edit'), { id: 'label', name: 'Label', icon: 'lock', run: () => onAction('label', file) }],
    [may(file, 'file.edit'), { id: 'move', name: 'Move', icon: 'folder', run: () => onAction('move', file) }],
    [
      may(file, 'file.delete'),
      { id: 'delete', name: 'Delete', icon: 'trash', isDanger: true, run: () => onAction('delete', file) },
    ],
  ]);
}

/** The actions on a folder and all files in and below it. The service decides about each of them. */
export function actionsOfFolder(row: FolderRow, room: Room, onAction: OnFolderAction): readonly MenuAction[] {
  const { folder } = row;
  return allowedOffers<MenuAction>([
    [
      may(room, 'file.list') && folder.count > 0,
      { id: 'zip', name: 'Download', icon: 'download', run: () => onAction('zip', row) },
    ],
    [
      may(room, 'package.create') && folder.count > 0,
      { id: 'share', name: 'Make a link', icon: 'link', run: () => onAction('share-all', row) },
    ],
    [
      may(folder, 'folder.access') && folder.id !== undefined,
      { id: 'access', name: 'Who sees it', icon: 'people', run: () => onAction('access', row) },
    ],
    [
      may(room, 'audit.room.read') && folder.id !== undefined,
      { id: 'activity', name: 'Activity', icon: 'activity', run: () => onAction('activity', row) },
    ],
    [
      may(folder, 'folder.edit') && folder.id !== undefined,
      { id: 'rename', name: 'Rename', icon: 'text', run: () => onAction('rename', row) },
    ],
    [
      may(folder, 'upload_request.create') && folder.id !== undefined,
      { id: 'ask', name: 'Ask for files', icon: 'mail', run: () => onAction('ask', row) },
    ],
    [
      may(folder, 'folder.edit') && folder.position !== undefined && folder.position > 1,
      { id: 'up', name: 'Move up in the list', icon: 'up', run: () => onAction('up', row) },
    ],
    [
      may(folder, 'folder.edit') && folder.isLast === false,
      { id: 'down', name: 'Move down in the list', icon: 'down', run: () => onAction('down', row) },
    ],
    [may(folder, 'folder.edit'), { id: 'move', name: 'Move', icon: 'folder', run: () => onAction('move', row) }],
    [
      may(folder, 'file.upload') && folder.count > 0,
      { id: 'label', name: 'Label', icon: 'lock', run: () => onAction('label', row) },
    ],
    [
      may(folder, 'folder.delete'),
      { id: 'delete', name: 'Delete', icon: 'trash', isDanger: true, run: () => onAction('delete', row) },
    ],
  ]);
}
