import type { Room } from '@strongroom/client';
import { allowedOffers, may } from '../../../base/may.ts';
import type { MenuAction, MenuSubject } from '../../../design/layers.tsx';
import { formatCounts } from '../base/counted.ts';
import { saveFile } from '../base/save-file.ts';
import { type Row, rowId } from './rows.ts';
import { filesOfSelection, foldersOfSelection, mayDelete, mayMove, type Selection } from './selection.ts';

export type OnSelectionAction = (what: 'zip' | 'share-all' | 'move' | 'label' | 'delete') => void;

/** The actions on all that is ticked that the service allows. */
export function actionsOfSelection(
  room: Room,
  selection: Selection,
  onAction: OnSelectionAction,
): readonly MenuAction[] {
  const files = filesOfSelection(selection);
  const [first] = files;
  // One file by itself is no zip.
  const download = (): void =>
    first !== undefined && selection.rows.size === 1 ? void saveFile(first) : onAction('zip');
  const mayLabel =
    files.every((file) => may(file, 'file.edit')) &&
    foldersOfSelection(selection).every((folder) => may(folder, 'file.upload'));
  return allowedOffers<MenuAction>([
    [true, { id: 'zip', name: 'Download', icon: 'download', run: download }],
    [
      may(room, 'package.create') && files.every((file) => may(file, 'share.create')),
      { id: 'share', name: 'Share', icon: 'link', run: () => onAction('share-all') },
    ],
    [mayMove(selection), { id: 'move', name: 'Move', icon: 'folder', run: () => onAction('move') }],
    [mayLabel, { id: 'label', name: 'Label', icon: 'lock', run: () => onAction('label') }],
    [
      mayDelete(selection),
      { id: 'delete', name: 'Delete', icon: 'trash', isDanger: true, run: () => onAction('delete') },
    ],
  ]);
}

/** All that is ticked, where the row is ticked with others. */
export function tickedSubject(
  room: Room,
  selection: Selection,
  row: Row,
  onAction: OnSelectionAction,
): MenuSubject | undefined {
  if (selection.rows.size < 2 || !selection.rows.has(rowId(row))) return undefined;
  const counts = formatCounts(filesOfSelection(selection).length, foldersOfSelection(selection).length);
  return { label: `Actions for ${counts}`, actions: actionsOfSelection(room, selection, onAction) };
}
