import { may } from '../../../base/may.ts';
import { isNowhere, listCommandOf, rowOf } from '../../../design/list-keys.ts';
import { usePageKeys } from '../../../design/page-keys.ts';
import type { OnFileAction, OnFolderAction } from './file-actions.ts';
import type { Row } from './rows.ts';
import { mayDelete, NO_SELECTION, type Selection, selectionFor, selectRows } from './selection.ts';

type Commanded = Readonly<{
  rows: readonly Row[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onAction: OnFileAction;
  onFolderAction: OnFolderAction;
  onDelete: (selection: Selection) => void;
  /** Reads the rest of the list and ticks it too. Absent where all is read, or too much is not. */
  onAll?: (() => void) | undefined;
  /** Gives the focus to the list. */
  onEnter: () => void;
}>;

/** Does what keys ask of the list. */
export const useListCommands = (props: Commanded): void => usePageKeys((event) => run(event, props));

/** Returns whether the key was a command that could be done. */
function run(
  event: KeyboardEvent,
  { rows, selection, onSelect, onDelete, onAll, onEnter, ...acts }: Commanded,
): boolean {
  const command = listCommandOf(event);
  const focused = rows[rowOf(event) ?? -1];
  const [ticked] = selection.rows.values();
  // A press beside the name ticks a row and gives it no focus.
  const meant = focused ?? (selection.rows.size === 1 ? ticked : undefined);
  if (command === 'select all') {
    onSelect(selectRows(selection, rows));
    onAll?.();
  } else if (command === 'clear' && selection.rows.size > 0) onSelect(NO_SELECTION);
  else if (command === 'enter' && isNowhere(event)) onEnter();
  else if (command === 'rename' && meant !== undefined) return rename(meant, acts);
  else if (command === 'delete') {
    const chosen = focused === undefined ? selection : selectionFor(selection, focused);
    if (!mayDelete(chosen)) return false;
    onDelete(chosen);
  } else return false;
  return true;
}

function rename(row: Row, { onAction, onFolderAction }: Pick<Commanded, 'onAction' | 'onFolderAction'>): boolean {
  if (row.kind === 'file' && may(row.file, 'file.edit')) onAction('rename', row.file);
  else if (row.kind === 'folder' && row.folder.id !== undefined && may(row.folder, 'folder.edit'))
    onFolderAction('rename', row);
  else return false;
  return true;
}
