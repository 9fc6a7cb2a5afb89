import type { Room, File as RoomFile } from '@strongroom/client';
import { type ReactNode, useMemo, useState } from 'react';
import { firstNames } from '../../../base/first-names.ts';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { formatSize } from '../../../base/size.ts';
import { Button } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Failure, Loading, Notice } from '../../../design/text.tsx';
import { folderTree, nameOf } from '../base/folders.ts';
import { useFolders } from '../base/room-files.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { FilePicker } from './file-picker.tsx';
import { ShareFiles } from './share-file.tsx';
import { MAX_FILES, type TickedFiles, useTickedFiles } from './ticked-files.ts';
import { NO_TREE_TICKS, onlyFolder, type TreeTicks, toggled } from './ticked-tree.ts';

type Props = Readonly<{ room: Room; onClose: () => void }>;

/** A link from the beginning: its files, then its terms. */
export function MakeLink({ room, onClose }: Props): ReactNode {
  const folders = useFolders(room.id, MAX_FOLDERS);
  const root = useMemo(() => folderTree(folders.data?.items ?? []), [folders.data]);
  const [ticks, setTicks] = useState<TreeTicks>(NO_TREE_TICKS);
  const [known, setKnown] = useState<ReadonlyMap<string, RoomFile>>(new Map());
  const [isChosen, setChosen] = useState(false);
  const ticked = useTickedFiles(room, root, ticks, known);
  const { files = [], isTooMany } = ticked;
  const tick = (key: string, file?: RoomFile): void => {
    setTicks(toggled(ticks, key));
    if (file !== undefined) setKnown(new Map(known).set(key, file));
  };
  if (isChosen) {
    const folder = onlyFolder(ticks);
    return (
      <ShareFiles
        files={files}
        folder={folder === undefined ? undefined : nameOf(folder) || room.name}
        room={room}
        onBack={() => setChosen(false)}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title="Make a link"
      action="Next"
      work={{ error: null, isPending: false, mutate: () => setChosen(true) }}
      isDisabled={files.length === 0 || isTooMany}
      onClose={onClose}
    >
      {folders.data === undefined ? (
        <Loading what="the folders" rows={4} />
      ) : (
        <FilePicker room={room} root={root} ticks={ticks} onTick={tick} />
      )}
      <Failure error={folders.error ?? ticked.error} />
      <div className="ticked-sum">
        <strong role="status">{ticks.size === 0 ? 'Tick files, or whole folders.' : sumOf(ticked)}</strong>
        {ticks.size > 0 && (
          <Button kind="quiet" onPress={() => setTicks(NO_TREE_TICKS)}>
            Clear
          </Button>
        )}
      </div>
      {isTooMany && <Notice tone="warn">One link leads to at most {MAX_FILES} files. Tick fewer.</Notice>}
      {ticked.refused.length > 0 && (
        <Notice tone="warn">
          {isolateNames`You may not share ${firstNames(ticked.refused.map(({ name }) => name))}: left out.`}
        </Notice>
      )}
    </FormDialog>
  );
}

function sumOf({ files, isTooMany }: TickedFiles): string {
  if (files === undefined) return isTooMany ? `More than ${MAX_FILES} files` : 'Counting…';
  return `${plural(files.length, 'file')}, ${formatSize(files.reduce((sum, { size }) => sum + size, 0))}`;
}
