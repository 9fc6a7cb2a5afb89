import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { service } from '../../../base/service.ts';
import { showFolder } from '../../../base/show-folder.ts';
import { Field } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { type Folder, inside, nameOf, parentOf } from '../base/folders.ts';
import { readFilesAgain } from '../base/room-files.ts';
import { wantListFocus } from '../file-list/list-focus.ts';
import { FOLDER_IS_THERE, isFolderThere, sayRenamedFolder } from './rename.ts';

const MOST = 255;

type Props<F> = Readonly<{ room: Room; folder: F; onClose: () => void }>;

/** Makes a folder in the open one. */
export function MakeFolder({ room, folder, onClose }: Props<string>): ReactNode {
  const make = async (path: string): Promise<void> => {
    const made = await service.folders.create(room.id, { path });
    toast(isolateNames`The folder ${made.name} is made.`, 'good', [
      { name: 'Open', run: () => showFolder(room.id, made.path) },
    ]);
  };
  const title = folder === '' ? 'New folder' : isolateNames`New folder in ${nameOf(folder)}`;
  return <NameForm title={title} action="Make the folder" room={room} parent={folder} work={make} onClose={onClose} />;
}

/** Gives a folder another name. What is in it stays. */
export const RenameFolder = ({ room, folder, onClose }: Props<Folder>): ReactNode => (
  <NameForm
    title={isolateNames`Rename the folder ${folder.name}`}
    action="Rename"
    room={room}
    parent={parentOf(folder.path)}
    before={folder.name}
    work={async (path) => {
      await service.folders.edit(room.id, folder.id ?? '', { path });
      sayRenamedFolder(room, folder, nameOf(path));
      wantListFocus({ folder: path });
    }}
    onClose={onClose}
  />
);

type FormProps = Readonly<{
  title: string;
  action: string;
  room: Room;
  parent: string;
  /** The name of a folder that is there. */
  before?: string;
  work: (path: string) => Promise<unknown>;
  onClose: () => void;
}>;

function NameForm({ title, action, room, parent, before = '', work, onClose }: FormProps): ReactNode {
  const [name, setName] = useState(before);
  const path = inside(parent, name.trim());
  const change = useMutation({
    mutationFn: () => work(path),
    onSuccess: onClose,
    onSettled: () => readFilesAgain(room.id),
  });
  const isSame = name.trim() === before;
  const isTaken = !isSame && name.trim() !== '' && isFolderThere(room.id, path, inside(parent, before));
  const hasSlash = name.includes('/');
  return (
    <FormDialog
      title={title}
      action={action}
      work={{ ...change, mutate: () => change.mutate() }}
      onClose={onClose}
      isDisabled={name.trim() === '' || isSame || isTaken || hasSlash}
    >
      <Field
        label="Name"
        field="path"
        value={name}
        onChange={setName}
        isRequired
        maxLength={MOST}
        selected={before.length}
        autoFocus
      />
      {hasSlash && <Notice tone="warn">A name has no slash. Make one folder, then the next one in it.</Notice>}
      {isTaken && <Notice tone="warn">{FOLDER_IS_THERE}</Notice>}
    </FormDialog>
  );
}
