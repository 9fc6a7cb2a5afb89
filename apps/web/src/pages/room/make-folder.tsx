import { foldedName, type Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Growing } from '../../base/growing-list.ts';
import { isolating } from '../../base/isolating.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Field } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import type { Folder } from './folders.ts';
import { foldersOf, readFilesAgain } from './room-files.ts';
import { showFolder } from './show-folder.ts';

const MOST = 255;

const inside = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);
const above = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** A folder of this name beside it, as the page knows the room. The service has the last word. */
const isThere = (roomId: string, path: string, but?: string): boolean =>
  queries
    .getQueryData<Growing<{ path: string }>['data']>(foldersOf(roomId).key)
    ?.items.some((one) => one.path !== but && foldedName(one.path) === foldedName(path)) ?? false;

const problemOf = (name: string): string | undefined =>
  name.includes('/') ? 'A name has no slash. Make one folder, then the next one in it.' : undefined;

type Props = Readonly<{ room: Room; folder: string; onClose: () => void }>;

/** Makes a folder in the open one. */
export function MakeFolder({ room, folder, onClose }: Props): ReactNode {
  const [name, setName] = useState('');
  const path = inside(folder, name.trim());
  const make = useMutation({
    mutationFn: () => service.folders.create(room.id, { path }),
    onSuccess: (made) => {
      toast(isolating`The folder ${made.name} is made.`, 'good', [
        { name: 'Open', run: () => showFolder(room.id, made.path) },
      ]);
      onClose();
    },
    onSettled: () => readFilesAgain(room.id),
  });
  const isTaken = name.trim() !== '' && isThere(room.id, path);
  return (
    <FormDialog
      title={folder === '' ? 'New folder' : `New folder in ${folder.split('/').at(-1) ?? ''}`}
      action="Make the folder"
      work={{ ...make, mutate: () => make.mutate() }}
      onClose={onClose}
      isDisabled={name.trim() === '' || isTaken || problemOf(name) !== undefined}
    >
      <Field label="Name" value={name} onChange={setName} isRequired maxLength={MOST} autoFocus />
      <NameNotice problem={problemOf(name)} isTaken={isTaken} />
    </FormDialog>
  );
}

/** Gives a folder another name. What is in it stays. */
export function RenameFolder({
  room,
  folder,
  onClose,
}: Omit<Props, 'folder'> & Readonly<{ folder: Folder }>): ReactNode {
  const [name, setName] = useState(folder.name);
  const path = inside(above(folder.path), name.trim());
  const rename = useMutation({
    mutationFn: () => service.folders.edit(room.id, folder.id ?? '', { path }),
    onSuccess: onClose,
    onSettled: () => readFilesAgain(room.id),
  });
  const isTaken = path !== folder.path && isThere(room.id, path, folder.path);
  return (
    <FormDialog
      title={isolating`Rename the folder ${folder.name}`}
      action="Rename"
      work={{ ...rename, mutate: () => rename.mutate() }}
      onClose={onClose}
      isDisabled={name.trim() === '' || path === folder.path || isTaken || problemOf(name) !== undefined}
    >
      <Field label="Name" value={name} onChange={setName} isRequired maxLength={MOST} autoFocus />
      <NameNotice problem={problemOf(name)} isTaken={isTaken} />
    </FormDialog>
  );
}

const NameNotice = ({ problem, isTaken }: Readonly<{ problem: string | undefined; isTaken: boolean }>): ReactNode => (
  <>
    {problem !== undefined && <Notice tone="warn">{problem}</Notice>}
    {isTaken && <Notice tone="warn">There is a folder of this name already.</Notice>}
  </>
);
