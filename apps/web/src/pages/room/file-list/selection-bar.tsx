import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { Button } from '../../../design/controls.tsx';
import { formatCounts } from '../base/counted.ts';
import { useRowsBelow } from './pointer-acts.ts';
import { filesOfSelection, foldersOfSelection, mayDelete, mayMove, type Selection } from './selection.ts';

type What = 'zip' | 'share-all' | 'move' | 'label' | 'delete';

type Props = Readonly<{
  room: Room;
  selection: Selection;
  /** Files of the list that are not read yet and could be ticked too: all of them where every row is ticked. */
  total: number;
  isReading: boolean;
  onAll: (() => void) | undefined;
  onAction: (what: What) => void;
  onClear: () => void;
}>;

/** Below the list, over its last rows: nothing moves under the pointer when it comes. */
export function SelectionBar({ room, selection, total, isReading, onAll, onAction, onClear }: Props): ReactNode {
  const files = filesOfSelection(selection);
  const folders = foldersOfSelection(selection);
  const { unlessForRow, barActs } = useRowsBelow();
  const act = (what: What) => unlessForRow(() => onAction(what));
  const mayEdit = files.every((file) => may(file, 'file.edit'));
  return (
    <div className="row selection" role="toolbar" aria-label="Selected files" {...barActs}>
      <strong role="status">{formatCounts(files.length, folders.length)} selected</strong>
      {onAll !== undefined && (
        <Button kind="quiet" onPress={unlessForRow(onAll)} isBusy={isReading}>
          Select all {plural(total, 'file')}
        </Button>
      )}
      <Button kind="quiet" onPress={unlessForRow(onClear)}>
        Clear
      </Button>
      <div className="selection-deeds">
        <Button icon="download" onPress={act('zip')}>
          Download
        </Button>
        {may(room, 'package.create') && files.every((file) => may(file, 'share.create')) && (
          <Button icon="link" onPress={act('share-all')}>
            Share
          </Button>
        )}
        {mayMove(selection) && (
          <Button icon="folder" onPress={act('move')}>
            Move
          </Button>
        )}
        {mayEdit && folders.every((folder) => may(folder, 'file.upload')) && (
          <Button icon="lock" onPress={act('label')}>
            Label
          </Button>
        )}
        {mayDelete(selection) && (
          <Button icon="trash" onPress={act('delete')}>
            Delete
          </Button>
        )}
      </div>
    </div>
  );
}
