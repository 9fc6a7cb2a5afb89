import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { Button, Select } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { useFolders } from '../base/room-files.ts';
import { readFolders } from '../file-list/selected-files.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { ShareFiles } from './share-file.tsx';

type Props = Readonly<{ room: Room }>;

/** Makes a link to a folder, and leads to the list where files are ticked. */
export function MakeLink({ room }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="primary" icon="plus" onPress={() => setAsking(true)}>
        Make a link
      </Button>
      {isAsking && <FolderOfLink room={room} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Asks for the folder first. */
function FolderOfLink({ room, onClose }: Props & Readonly<{ onClose: () => void }>): ReactNode {
  const folders = useFolders(room.id, MAX_FOLDERS).data?.items ?? [];
  const [chosen, setChosen] = useState('');
  const read = useMutation({
    mutationFn: () => readFolders(room.id, [{ path: chosen }], { signal: new AbortController().signal }),
  });
  const [folder] = read.data ?? [];
  if (folder !== undefined)
    return (
      <ShareFiles files={folder.files} folder={chosen.split('/').at(-1) || room.name} room={room} onClose={onClose} />
    );
  const options = folders.map(({ path, file_count: count }) => ({
    id: path,
    name: path === '' ? 'All files' : path,
    note: plural(count, 'file'),
  }));
  return (
    <FormDialog title="Make a link" action="Next" work={read} onClose={onClose}>
      <Select
        label="To all files in the folder"
        value={chosen}
        options={options.some(({ id }) => id === '') ? options : [{ id: '', name: 'All files' }, ...options]}
        onChange={setChosen}
      />
      <p>
        For a link to single files, tick them in the <a href={`/rooms/${room.id}`}>files of the room</a> and press
        Share.
      </p>
    </FormDialog>
  );
}
