import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { isolateNames } from '../../../base/isolating.ts';
import { service } from '../../../base/service.ts';
import { toastWithUndo } from '../../../design/undo.ts';
import type { Folder } from '../base/folders.ts';
import { readFilesAgain } from '../base/room-files.ts';
import { wantListFocus } from '../file-list/list-focus.ts';

type Step = Readonly<{ folder: Folder; to: 'up' | 'down' }>;

/** Gives a folder the place of the one before or after it. */
export const useOrdering = (room: Room) => {
  const place = ({ id = '', path }: Folder, position: number): Promise<void> =>
    service.folders.edit(room.id, id, { position }).then(async () => {
      await readFilesAgain(room.id);
      wantListFocus({ folder: path });
    });
  return useMutation({
    mutationFn: ({ folder, to }: Step) => place(folder, Math.max(1, (folder.position ?? 1) + (to === 'up' ? -1 : 1))),
    onSuccess: (_, { folder, to }) =>
      toastWithUndo(
        isolateNames`${folder.name} is one place ${to === 'up' ? 'higher' : 'lower'}. These folders have an order of their own, for everyone in the room.`,
        async () => {
          await place(folder, folder.position ?? 1);
          return isolateNames`${folder.name} is in its place again.`;
        },
      ),
    onError: () => readFilesAgain(room.id),
  });
};
