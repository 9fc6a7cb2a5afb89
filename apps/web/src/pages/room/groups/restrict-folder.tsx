import type { Folder, Room } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { may } from '../../../base/may.ts';
import { Button } from '../../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { FolderPicker } from '../moving/folder-picker.tsx';

type Props = Readonly<{
  room: Room;
  folders: readonly Folder[];
  onChosen: (folder: Folder) => void;
  onClose: () => void;
}>;

/** Asks which folder is to be restricted. */
export function RestrictFolder({ room, folders, onChosen, onClose }: Props): ReactNode {
  const [path, setPath] = useState<string>();
  const chosen = folders.find((folder) => folder.path === path);
  return (
    <Dialog title="Restrict a folder" isOpen onClose={onClose}>
      <p className="soft">Choose the folder. Then say who sees it.</p>
      <FolderPicker room={room} value={path} isOfFolders isOffered={() => true} onChange={setPath} />
      <DialogEnd
        onPress={onClose}
        main={
          <Button
            kind="primary"
            isDisabled={chosen === undefined || !may(chosen, 'folder.access')}
            onPress={() => chosen && onChosen(chosen)}
          >
            Next
          </Button>
        }
      >
        Cancel
      </DialogEnd>
    </Dialog>
  );
}
