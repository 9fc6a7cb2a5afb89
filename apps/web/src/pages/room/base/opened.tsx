import type { Room, File as RoomFile } from '@strongroom/client';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { loadLater } from '../../../base/later.ts';
import { whenEntriesLeft } from '../../../base/leaving.ts';
import { noteOpened } from '../../../base/opened-files.ts';
import { setQuery, useAddress } from '../../../base/router.tsx';
import type { MenuAction } from '../../../design/layers.tsx';
import { Failure } from '../../../design/text.tsx';
import { useFile } from './room-files.ts';

const importViewer = () => import('./room-viewer.tsx');
const RoomViewer = loadLater(() => importViewer().then(({ RoomViewer: it }) => it));

const NONE: readonly string[] = [];

type Props = Readonly<{
  room: Room;
  /** The open folder, and what is searched in it. */
  folder: string;
  find: string;
  /** The files of the list in its order, as far as they are read. */
  files: readonly RoomFile[];
  /** Number of files of the whole list. */
  total: number;
  isLoading: boolean;
  /** Called with the place of the open file, so that the next files are read before a user asks for them. */
  onNear: (place: number) => void;
  /** The actions on a file beside reading and saving it. */
  actionsOf?: (file: RoomFile) => readonly MenuAction[];
  /** The files that were deleted last. The viewer of one of them closes. */
  deleted?: readonly string[];
  /** Called with the file that was shown last, after the viewer has given the focus back. */
  onLeft?: (file: string) => void;
}>;

/** The file that the address names, even if it is not listed. Going back closes it. */
export function Opened({
  room,
  folder,
  find,
  files,
  total,
  isLoading,
  onNear,
  actionsOf,
  deleted = NONE,
  onLeft,
}: Props): ReactNode {
  const opened = useAddress().searchParams.get('file') ?? undefined;
  const index = files.findIndex(({ id }) => id === opened);
  const asked = useFile(room.id, index >= 0 ? undefined : opened);
  const file = files[index] ?? asked.data;
  useEffect(() => {
    if (index >= 0) onNear(index);
  }, [index, files]);
  const shown = opened === file?.id ? file?.id : undefined;
  useEffect(() => {
    if (shown !== undefined) noteOpened({ roomId: room.id, id: shown });
  }, [shown]);
  const folderOf = asked.data?.id === opened && !isLoading && index < 0 ? asked.data?.folder : undefined;
  useEffect(() => {
    // The list behind a file that an address names is that of its folder, with the files before and after it.
    if (folderOf !== undefined && folderOf !== folder && find === '') setQuery({ folder: folderOf });
  }, [folderOf, folder, find]);
  /** Whether the list was shown before the file, so that the way back leads to it. */
  const cameFromList = useRef(false);
  useEffect(() => {
    if (opened === undefined) cameFromList.current = true;
  }, [opened]);
  const close = (): void => {
    if (cameFromList.current) history.back();
    else setQuery({ file: '' });
  };
  useEffect(() => {
    // Once the dialog that deleted it has left the history.
    if (opened !== undefined && deleted.includes(opened)) setTimeout(() => whenEntriesLeft(close), 0);
  }, [deleted]);
  const seen = useRef<string>(undefined);
  useEffect(() => {
    const left = opened === undefined ? seen.current : undefined;
    seen.current = opened;
    if (left !== undefined) requestAnimationFrame(() => requestAnimationFrame(() => onLeft?.(left)));
  }, [opened]);
  const isListed = files.length > 0;
  useEffect(() => {
    // The first file opens without another wait.
    if (isListed) importViewer().catch(() => undefined);
  }, [isListed]);
  if (opened === undefined) return null;
  if (file === undefined) return <Failure error={asked.error} />;
  return (
    <Suspense>
      <RoomViewer
        file={file}
        actions={actionsOf?.(file)}
        onClose={close}
        onOpen={(id) => setQuery({ file: id })}
        previous={files[index - 1]?.id}
        next={index < 0 ? undefined : files[index + 1]?.id}
        position={index < 0 ? undefined : { place: index + 1, count: Math.max(total, files.length) }}
      />
    </Suspense>
  );
}
