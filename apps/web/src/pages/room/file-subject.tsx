import type { Room, File as RoomFile } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { plural } from '../../base/format.ts';
import { loadLater } from '../../base/later.ts';
import { Dialog, DialogEnd } from '../../design/layers.tsx';
import { Failure, Loading } from '../../design/text.tsx';
import { type Folder, inListOrder } from './base/folders.ts';
import { DeleteFiles } from './editing/delete-files.tsx';
import { IndexDownload } from './editing/index-download.tsx';
import { LabelFile } from './editing/label-file.tsx';
import { LabelFiles } from './editing/label-files.tsx';
import { MakeFolder, RenameFolder } from './editing/make-folder.tsx';
import { RenameFile } from './editing/rename-file.tsx';
import { WhoSees } from './editing/who-sees.tsx';
import { ZipDownload } from './editing/zip-download.tsx';
import { readSelected } from './file-list/selected-files.ts';
import { filesOfSelection, foldersOfSelection, type Selection } from './file-list/selection.ts';
import { MoveFiles } from './moving/move-files.tsx';

const Versions = loadLater(() => import('./editing/versions.tsx').then(({ Versions: it }) => it));
const FolderAccess = loadLater(() => import('./groups/folder-access.tsx').then(({ FolderAccess: it }) => it));
const AskForFiles = loadLater(() => import('./requests/ask-for-files.tsx').then(({ AskForFiles: it }) => it));
const ShareFile = loadLater(() => import('./links/share-file.tsx').then(({ ShareFile: it }) => it));
const ShareFiles = loadLater(() => import('./links/share-file.tsx').then(({ ShareFiles: it }) => it));

/** Files and folders with what is done to them. */
export type Subject = Readonly<
  | { what: 'index' }
  | { what: 'new-folder'; folder: string }
  | { what: 'rename'; folder: Folder }
  | { what: 'access'; folder: Folder }
  | { what: 'ask'; folder: Folder }
  | { what: 'zip' | 'delete' | 'label' | 'share-all'; selection: Selection }
  | { what: 'move'; selection: Selection; droppedOn?: string }
  | { what: 'share' | 'rename-file' | 'label-file' | 'who' | 'versions'; file: RoomFile }
>;

type Props = Readonly<{
  subject: Subject;
  room: Room;
  onClose: () => void;
  onDone: () => void;
  /** Gets what is back where it was, after a move was undone. */
  onBack: (selection: Selection) => void;
}>;

export function FileSubject({ subject, room, onClose, onDone, onBack }: Props): ReactNode {
  if (subject.what === 'index') return <IndexDownload room={room} onClose={onClose} />;
  if (subject.what === 'new-folder') return <MakeFolder room={room} folder={subject.folder} onClose={onClose} />;
  if (subject.what === 'rename') return <RenameFolder room={room} folder={subject.folder} onClose={onClose} />;
  if (subject.what === 'access')
    return (
      <Suspense>
        <FolderAccess room={room} folder={subject.folder} onClose={onClose} />
      </Suspense>
    );
  if (subject.what === 'ask')
    return (
      <Suspense>
        <AskForFiles room={room} folder={subject.folder.path} onClose={onClose} />
      </Suspense>
    );
  if (subject.what === 'move')
    return (
      <MoveFiles
        selection={subject.selection}
        room={room}
        droppedOn={subject.droppedOn}
        onClose={onClose}
        onDone={onDone}
        onBack={onBack}
      />
    );
  if ('selection' in subject) return <OfSelection subject={subject} room={room} onClose={onClose} onDone={onDone} />;
  const { file } = subject;
  if (subject.what === 'share')
    return (
      <Suspense>
        <ShareFile file={file} room={room} onClose={onClose} />
      </Suspense>
    );
  if (subject.what === 'versions')
    return (
      <Suspense>
        <Versions file={file} room={room} onClose={onClose} />
      </Suspense>
    );
  if (subject.what === 'rename-file') return <RenameFile file={file} room={room} onClose={onClose} />;
  if (subject.what === 'label-file') return <LabelFile file={file} room={room} onClose={onClose} />;
  return <WhoSees file={file} room={room} onClose={onClose} />;
}

type OfSelectionProps = Omit<Props, 'subject' | 'onBack'> &
  Readonly<{ subject: Extract<Subject, { what: 'zip' | 'delete' | 'label' | 'share-all' }> }>;

/** Reads what is in ticked folders first. */
function OfSelection({ subject, room, onClose, onDone }: OfSelectionProps): ReactNode {
  const { selection, what } = subject;
  const folders = foldersOfSelection(selection);
  const [listed, setListed] = useState(0);
  const read = useQuery({
    queryKey: ['files', room.id, 'selected', what, [...selection.rows.keys()]],
    queryFn: ({ signal }) => readSelected(room.id, selection, { signal, onFiles: setListed }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    ...(folders.length === 0 && {
      initialData: { files: filesOfSelection(selection), folders: [], all: filesOfSelection(selection) },
    }),
  });
  if (read.data === undefined)
    return (
      <Dialog title="Reading the folders" isOpen onClose={onClose}>
        {read.error === null ? <Loading what="the files in them" rows={2} /> : <Failure error={read.error} />}
        {listed > 0 && <p className="soft">{plural(listed, 'file')} so far</p>}
        <DialogEnd onPress={onClose}>Cancel</DialogEnd>
      </Dialog>
    );
  const { all } = read.data;
  if (what === 'zip')
    return <ZipDownload files={inListOrder(all)} name={nameOfZip(room, selection)} onClose={onClose} onDone={onDone} />;
  if (what === 'share-all')
    return (
      <Suspense>
        <ShareFiles files={all} folder={onlyFolder(selection)} room={room} onClose={onClose} />
      </Suspense>
    );
  if (what === 'delete')
    return <DeleteFiles files={all} folders={folders} room={room} onClose={onClose} onDone={onDone} />;
  return <LabelFiles files={all} room={room} onClose={onClose} onDone={onDone} />;
}

/** The folder that is selected, with nothing beside it. */
function onlyFolder(selection: Selection): string | undefined {
  const [folder, ...others] = foldersOfSelection(selection);
  return others.length === 0 && filesOfSelection(selection).length === 0 ? folder?.name : undefined;
}

/** A folder by itself gives its name, and the top of the room that of the room. */
function nameOfZip({ name }: Room, selection: Selection): string {
  const [files, folders] = [filesOfSelection(selection), foldersOfSelection(selection)];
  const [folder] = folders;
  if (folder !== undefined && files.length + folders.length === 1) return folder.name || name;
  return folder === undefined ? name : `${name} - selection`;
}
