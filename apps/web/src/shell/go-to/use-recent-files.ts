import { type Room, type File as RoomFile, StrongroomError } from '@strongroom/client';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { wereListed } from '../../base/listed-rooms.ts';
import { forgetOpened, openedFiles } from '../../base/opened-files.ts';
import { fileQuery } from '../../pages/room/base/room-files.ts';

const MOST = 5;

export type RecentFile = Readonly<{ room: Room; file: RoomFile }>;

/** The files that the person opened last and still sees, as the service says them now. One that it refuses is not asked for again. */
export function useRecentFiles(rooms: readonly Room[], isWanted: boolean): readonly RecentFile[] {
  const [kept] = useState(() => openedFiles().filter(({ roomId }) => wereListed(roomId)));
  const asked = kept.flatMap(({ roomId, id }) => {
    const room = rooms.find((one) => one.id === roomId);
    return room === undefined ? [] : [{ room, id }];
  });
  const shown = asked.slice(0, MOST);
  const answers = useQueries({
    queries: shown.map(({ room, id }) => ({ ...fileQuery(room.id, id), enabled: isWanted, staleTime: 0 })),
  });
  const refused = answers.flatMap(({ error }, index) => {
    const isRefused = error instanceof StrongroomError && error.status < 500 && error.status !== 429;
    const file = isRefused ? shown[index] : undefined;
    return file === undefined ? [] : [{ roomId: file.room.id, id: file.id }];
  });
  useEffect(() => {
    for (const file of refused) forgetOpened(file);
  }, [refused.length]);
  return answers.flatMap(({ data, isFetchedAfterMount, error }, index) => {
    const room = shown[index]?.room;
    return data === undefined || room === undefined || !isFetchedAfterMount || error !== null
      ? []
      : [{ room, file: data }];
  });
}
