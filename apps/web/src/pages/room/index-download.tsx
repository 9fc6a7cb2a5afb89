import type { Room, File as RoomFile } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { number, plural } from '../../base/format.ts';
import { readWhole } from '../../base/growing-list.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Failure, Progress } from '../../design/text.tsx';
import { csv } from '../../transfer/csv.ts';
import { save } from '../../transfer/save.ts';
import { byText, numbersOf, treeOf } from './folders.ts';
import { filesOf, WHOLE_ROOM } from './room-files.ts';

/** Every file with its number, in the order of the index. */
function indexAsCsv(files: readonly RoomFile[]): string {
  const numbers = numbersOf(files, treeOf(files));
  const rows = files.map((file) => ({ file, index: numbers.get(file.id) ?? '' }));
  return csv([
    ['Index', 'Folder', 'Name', 'Bytes', 'Label', 'Type', 'Uploaded', 'Changed'],
    ...rows
      .toSorted((one, other) => byText(one.index, other.index))
      .map(({ file, index }) => [
        index,
        file.folder,
        file.name,
        String(file.size),
        file.classification,
        file.content_type,
        file.uploaded_at,
        file.modified_at ?? '',
      ]),
  ]);
}

/** A dialog that closes sooner would only flash. */
const UNSEEN_MS = 400;

/** Reads the list of all files of a room, and saves it. */
export function IndexDownload({ room, onClose }: Readonly<{ room: Room; onClose: () => void }>): ReactNode {
  const [[done, total], setDone] = useState<readonly [number, number]>([0, room.file_count]);
  const read = useQuery({
    queryKey: ['index', room.id],
    queryFn: ({ signal }) =>
      readWhole(filesOf(room.id, WHOLE_ROOM), { signal, onItems: (...counts) => setDone(counts) }),
    gcTime: 0,
    staleTime: 0,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
  const files = read.data;
  useEffect(() => {
    if (files === undefined) return;
    save(indexAsCsv(files), `${room.name} index.csv`);
    onClose();
  }, [files]);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), UNSEEN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow && read.error === null) return null;
  return (
    <Dialog title="Index of the room" isOpen onClose={onClose}>
      <Failure error={read.error} />
      <p>
        A table of all {plural(total, 'file')} that you may see, with their numbers, folders, sizes and labels. It is
        saved when the whole list is read.
      </p>
      <Progress label="Files in the index" part={total === 0 ? 1 : Math.min(1, done / total)} />
      <p className="soft">{number(done)} read</p>
      <div className="dialog-actions">
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
