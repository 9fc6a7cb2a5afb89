import type { Room, File as RoomFile } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainError } from '../../../base/explain.ts';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Button, Field } from '../../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Failure } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { deletionSentence } from '../../bin-words.ts';
import { formatCounts } from '../base/counted.ts';
import { type Folder, foldersByDepth } from '../base/folders.ts';
import { MANY, NAMED } from '../base/named.ts';
import { throwRefused } from '../base/refused.ts';
import { readFilesAgain } from '../base/room-files.ts';
import { makeFolders, removeFolders } from '../moving/folder-work.ts';
import { restoreFiles } from './restore-files.ts';

const AT_ONCE = 100;

/** Returns the files that the bin has now: the room may have lost or got one meanwhile. */
async function deleteAll(roomId: string, files: readonly RoomFile[]): Promise<readonly RoomFile[]> {
  const restorable = new Set<string>();
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const items = files.slice(from, from + AT_ONCE).map(({ id }) => ({ file_id: id }));
    const results = await service.files.deleteMany(roomId, { items });
    throwRefused(results);
    for (const { data } of results) if (data?.restorable_until !== undefined) restorable.add(data.id);
  }
  return files.filter(({ id }) => restorable.has(id));
}

type Props = Readonly<{
  files: readonly RoomFile[];
  /** They go with the folders in them, after their files. */
  folders: readonly Folder[];
  room: Room;
  onClose: () => void;
  onDone: () => void;
}>;

/** Folders first, because each file is restored into its own. */
async function restoreAll(roomId: string, files: readonly RoomFile[], folders: readonly Folder[]): Promise<void> {
  const paths = foldersByDepth(folders).flatMap((level) => level.map(({ path }) => path));
  await makeFolders(roomId, paths).catch((error: unknown) => toast(explainError(error).text, 'danger'));
  if (files.length > 0) await restoreFiles(roomId, files);
  else await readFilesAgain(roomId);
}

/** "The folder Tax", "report.pdf", "3 files and 2 folders". */
function nameOf(files: readonly RoomFile[], folders: readonly Folder[]): string {
  const [file, folder] = [files[0], folders[0]];
  if (folders.length === 1 && folder !== undefined && files.every((one) => isIn(folder, one)))
    return isolateNames`The folder ${folder.name}`;
  if (folders.length === 0 && files.length === 1) return file?.name ?? '';
  return formatCounts(files.length, folders.length);
}

const isIn = ({ path }: Folder, { folder }: RoomFile): boolean => folder === path || folder.startsWith(`${path}/`);
const lowered = (text: string): string => text.replace(/^The folder/, 'the folder');

function folderSentence(folders: readonly Folder[], files: number): string {
  const what = folders.length === 1 ? 'The folder' : 'The folders';
  if (files > 0) return `${what} and ${plural(files, 'file')} in and below ${folders.length === 1 ? 'it' : 'them'} go.`;
  return `${what} ${folders.length === 1 ? 'is' : 'are'} empty.`;
}

export function DeleteFiles({ files, folders, room, onClose, onDone }: Props): ReactNode {
  const remove = useMutation({
    mutationFn: async () => {
      const inBin = await deleteAll(room.id, files);
      return { inBin, kept: await removeFolders(room.id, folders) };
    },
    onSuccess: ({ inBin, kept }) => {
      const [stays] = kept;
      if (stays !== undefined) toast(isolateNames`The folder ${stays.folder.name} stays. ${stays.text}`, 'danger');
      const gone = folders.filter((folder) => kept.every((one) => one.folder !== folder));
      const undo = { name: 'Undo', run: () => void restoreAll(room.id, inBin, folders) };
      if (files.length + gone.length > 0)
        toast(`${nameOf(files, gone)} deleted.`, 'good', inBin.length === files.length ? [undo] : []);
      onDone();
      onClose();
    },
    onSettled: () => Promise.all([readFilesAgain(room.id), queries.invalidateQueries({ queryKey: ['bin', room.id] })]),
  });
  const [typed, setTyped] = useState('');
  const mustType = files.length > MANY && room.bin_days === 0;
  const isSure = !mustType || typed.trim() === String(files.length);
  return (
    <Dialog title={isolateNames`Delete ${lowered(nameOf(files, folders))}?`} isOpen isAlert onClose={onClose}>
      <Failure error={remove.error} />
      {files.length > 1 && (
        <ul className="consequences">
          {files.slice(0, NAMED).map(({ id, name, folder }) => (
            <li key={id}>
              <bdi>{name}</bdi> {folder !== '' && <small className="soft">in {folder}</small>}
            </li>
          ))}
          {files.length > NAMED && <li>and {plural(files.length - NAMED, 'more file')}</li>}
        </ul>
      )}
      {folders.length > 0 && <p>{folderSentence(folders, files.length)}</p>}
      {files.length > 0 && <p>{deletionSentence(files.length, room.bin_days)}</p>}
      {files.length > 0 && room.bin_days === 0 && <WayToBin room={room} />}
      {mustType && (
        <Field label={`Type ${files.length} to delete them`} value={typed} onChange={setTyped} autoComplete="off" />
      )}
      <DialogEnd
        onPress={onClose}
        autoFocus
        main={
          <Button kind="danger" onPress={() => remove.mutate()} isBusy={remove.isPending} isDisabled={!isSure}>
            {room.bin_days > 0 && files.length > 0 ? 'Move to the bin' : 'Delete'}
          </Button>
        }
      >
        Cancel
      </DialogEnd>
    </Dialog>
  );
}

/** The setting of the bin, for owners of the room; others read who can change it. */
const WayToBin = ({ room }: Readonly<{ room: Room }>): ReactNode =>
  may(room, 'room.edit') ? (
    <p>
      <a href={`/rooms/${room.id}/settings#bin`}>Keep deleted files for some days</a>{' '}
      <span className="soft">in the settings of the room</span>
    </p>
  ) : (
    <p className="soft">An owner of the room can have deleted files kept for some days.</p>
  );
