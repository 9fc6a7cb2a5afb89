import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { service } from '../../../base/service.ts';
import type { Folder } from '../base/folders.ts';
import { readFilesAgain } from '../base/room-files.ts';

type Step = Readonly<{ folder: Folder; to: 'up' | 'down' }>;

/** Gives a folder the place of the one before or after it. */
export const useOrdering = (room: Room) =>
  useMutation({
    mutationFn: ({ folder: { id = '', position = 1 }, to }: Step) =>
      service.folders.edit(room.id, id, { position: Math.max(1, position + (to === 'up' ? -1 : 1)) }),
    onSettled: () => readFilesAgain(room.id),
  });
