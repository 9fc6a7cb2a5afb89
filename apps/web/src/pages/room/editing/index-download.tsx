import type { Room, File as RoomFile } from '@strongroom/client';
import { byIndex, csv } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import { readWhole } from '../../../base/growing-list.ts';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Failure, Progress } from '../../../design/text.tsx';
import { saveMade } from '../../../save/save-made.ts';
import { compareNaturally } from '../base/folders.ts';
import { WHOLE_ROOM } from '../base/listing.ts';
import { filesOf } from '../base/room-files.ts';

/** Every file, in the order of index numbers, or of folders and names where the room has none. */
function listAsCsv(files: readonly RoomFile[]): string {
  const isNumbered = files.some(({ index }) => index !== null);
  const inOrder = files.toSorted(
    (one, other) =>
      byIndex(one, other) ||
      compareNaturally(one.folder, other.folder) ||
      compareNaturally(one.name, other.name) ||
      (one.id < other.id ? -1 : 1),
  );
  return csv([
    [...(isNumbered ? ['Index'] : []), 'Folder', 'Name', 'Bytes', 'Label', 'Type', 'Uploaded', 'Changed'],
    ...inOrder.map((file) => [
      ...(isNumbered ? [file.index ?? ''] : []),
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
    saveMade(listAsCsv(files), `${room.name} list of files.csv`);
    onClose();
  }, [files]);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), UNSEEN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow && read.error === null) return null;
  return (
    <Dialog title="List of the files" isOpen onClose={onClose}>
      <Failure error={read.error} />
      <p>
        A table of all {plural(total, 'file')} that you may see, with their folders, sizes and labels. It is saved when
        the whole list is read.
      </p>
      <Progress label="Files in the list" part={total === 0 ? 1 : Math.min(1, done / total)} />
      <p className="soft">{formatNumber(done)} read</p>
      <DialogEnd onPress={onClose}>Cancel</DialogEnd>
    </Dialog>
  );
}
