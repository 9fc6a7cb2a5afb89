import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { Button } from '../../../design/controls.tsx';
import { TicksBar } from '../../../design/ticks-bar.tsx';
import { formatCounts } from '../base/counted.ts';
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

/** The actions on ticked files and folders. */
export function SelectionBar({ room, selection, total, isReading, onAll, onAction, onClear }: Props): ReactNode {
  const files = filesOfSelection(selection);
  const folders = foldersOfSelection(selection);
  const mayEdit = files.every((file) => may(file, 'file.edit'));
  return (
    <TicksBar
      label="Selected files"
      said={`${formatCounts(files.length, folders.length)} selected`}
      more={
        onAll !== undefined && (
          <Button kind="quiet" onPress={onAll} isBusy={isReading}>
            Select all {plural(total, 'file')}
          </Button>
        )
      }
      onClear={onClear}
    >
      <Button icon="download" onPress={() => onAction('zip')}>
        Download
      </Button>
      {may(room, 'package.create') && files.every((file) => may(file, 'share.create')) && (
        <Button icon="link" onPress={() => onAction('share-all')}>
          Share
        </Button>
      )}
      {mayMove(selection) && (
        <Button icon="folder" onPress={() => onAction('move')}>
          Move
        </Button>
      )}
      {mayEdit && folders.every((folder) => may(folder, 'file.upload')) && (
        <Button icon="lock" onPress={() => onAction('label')}>
          Label
        </Button>
      )}
      {mayDelete(selection) && (
        <Button icon="trash" onPress={() => onAction('delete')}>
          Delete
        </Button>
      )}
    </TicksBar>
  );
}
