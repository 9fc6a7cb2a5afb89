import type { Room, File as RoomFile } from '@strongroom/client';
import { may, offered } from '../../base/may.ts';
import { setQuery } from '../../base/router.tsx';
import type { Action } from '../../design/layers.tsx';
import { saveFile } from './save-file.ts';

export type OnFileAction = (what: 'share' | 'edit' | 'delete' | 'who' | 'activity', file: RoomFile) => void;

/** The actions on a file that the service allows. */
export function actionsOfFile(file: RoomFile, room: Room, onAction: OnFileAction): readonly Action[] {
  return offered<Action>([
    [
      may(file, 'file.download'),
      { id: 'open', name: 'Open', icon: 'eye', run: () => setQuery({ file: file.id }, false) },
    ],
    [
      may(file, 'file.download'),
      { id: 'download', name: 'Download', icon: 'download', run: () => void saveFile(file) },
    ],
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
      may(file, 'file.edit'),
      { id: 'edit', name: 'Rename, move, label', icon: 'folder', run: () => onAction('edit', file) },
    ],
    [
      may(file, 'file.delete'),
      { id: 'delete', name: 'Delete', icon: 'trash', isDanger: true, run: () => onAction('delete', file) },
    ],
  ]);
}
