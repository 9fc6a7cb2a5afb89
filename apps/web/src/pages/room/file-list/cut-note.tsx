import type { Room } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { MODIFIER } from '../../../base/modifier.ts';
import { Button } from '../../../design/controls.tsx';
import { listCommandOf, rowOf } from '../../../design/list-keys.ts';
import { usePageKeys } from '../../../design/page-keys.ts';
import { toast } from '../../../design/toasts.tsx';
import { formatCounts } from '../base/counted.ts';
import { parentOf } from '../base/folders.ts';
import { type FolderRead, mayAddTo } from '../base/may-make.ts';
import type { Row } from './rows.ts';
import {
  filesOfSelection,
  foldersOfSelection,
  mayMove,
  NO_SELECTION,
  type Selection,
  selectionFor,
} from './selection.ts';

type Parts = Readonly<{
  room: Room;
  /** The open folder. */
  folder: string;
  folders: readonly FolderRead[] | undefined;
  rows: readonly Row[];
  selection: Selection;
  /** Called when rows are cut: they are not ticked any more. */
  onCut: () => void;
  /** Moves what was cut, as a drop on the folder does. */
  onPaste: (cut: Selection, folder: string) => void;
}>;

type Cut = Readonly<{ cut: Selection; forget: () => void; note: ReactNode }>;

/** Cuts rows with Ctrl+X and moves them to the open folder with Ctrl+V. Escape takes it back, once nothing is ticked. */
export function useCut(parts: Parts): Cut {
  const [cut, setCut] = useState(NO_SELECTION);
  const forget = (): void => setCut(NO_SELECTION);
  const [files, inner] = [filesOfSelection(cut), foldersOfSelection(cut)];
  const isHere =
    files.every((file) => file.folder === parts.folder) && inner.every(({ path }) => parentOf(path) === parts.folder);
  const paste = (): void => {
    const { room, folder, folders, onPaste } = parts;
    const here = mayAddTo(room, folder, folders);
    if ((files.length > 0 && !here.files) || (inner.length > 0 && !here.folders))
      toast('You cannot add to this folder.', 'danger');
    else if (isHere) toast('They are in this folder. Open another one.');
    else onPaste(cut, folder);
  };
  usePageKeys((event) => {
    const command = listCommandOf(event);
    if (command === 'cut') {
      const focused = parts.rows[rowOf(event) ?? -1];
      const chosen = focused === undefined ? parts.selection : selectionFor(parts.selection, focused);
      if (!mayMove(chosen)) return false;
      setCut(chosen);
      parts.onCut();
    } else if (cut.rows.size === 0) return false;
    else if (command === 'paste') paste();
    else if (command === 'clear' && parts.selection.rows.size === 0) forget();
    else return false;
    return true;
  });
  const note = cut.rows.size > 0 && parts.selection.rows.size === 0 && (
    <div className="row selection cut-note" role="toolbar" aria-label="Cut files">
      <strong role="status">
        {formatCounts(files.length, inner.length)} cut.{isHere && ' Open the folder to move to.'}
      </strong>
      <Button kind="quiet" onPress={forget}>
        Cancel
      </Button>
      {!isHere && (
        <Button kind="primary" icon="folder" onPress={paste}>
          Move here
          <kbd>{MODIFIER}+V</kbd>
        </Button>
      )}
    </div>
  );
  return { cut, forget, note };
}
