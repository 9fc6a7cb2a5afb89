import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import { formatSize } from '../../../base/size.ts';
import { Button } from '../../../design/controls.tsx';
import { TicksBar } from '../../../design/ticks-bar.tsx';
import { formatCounts } from '../base/counted.ts';
import { filesOfSelection, foldersOfSelection, type Selection } from './selection.ts';
import { actionsOfSelection, type OnSelectionAction } from './selection-actions.ts';

type Props = Readonly<{
  room: Room;
  selection: Selection;
  /** Files of the list that are not read yet and could be ticked too: all of them where every row is ticked. */
  total: number;
  isReading: boolean;
  /** The number of ticked rows that are not in the list, such as those of another folder. */
  elsewhere: number;
  onAll: (() => void) | undefined;
  onAction: OnSelectionAction;
  onClear: () => void;
}>;

/** The actions on ticked files and folders. */
export function SelectionBar({
  room,
  selection,
  total,
  isReading,
  elsewhere,
  onAll,
  onAction,
  onClear,
}: Props): ReactNode {
  const files = filesOfSelection(selection);
  const folders = foldersOfSelection(selection);
  return (
    <TicksBar
      label="Selected files"
      said={[
        `${formatCounts(files.length, folders.length)} selected${elsewhereWords(elsewhere, selection.rows.size)}`,
        ...(folders.length + elsewhere === 0 ? [formatSize(files.reduce((sum, { size }) => sum + size, 0))] : []),
      ].join(' · ')}
      more={
        onAll !== undefined && (
          <Button kind="quiet" onPress={onAll} isBusy={isReading}>
            Select all {plural(total, 'file')}
          </Button>
        )
      }
      onClear={onClear}
    >
      {actionsOfSelection(room, selection, onAction).map(({ id, name, icon, run }) => (
        <Button key={id} icon={icon} onPress={run}>
          {name}
        </Button>
      ))}
    </TicksBar>
  );
}

const elsewhereWords = (elsewhere: number, all: number): string => {
  if (elsewhere === 0) return '';
  return elsewhere === all ? ', not in this list' : `, ${formatNumber(elsewhere)} not in this list`;
};
