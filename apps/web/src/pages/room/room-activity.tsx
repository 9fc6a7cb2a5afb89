import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { may } from '../../base/may.ts';
import { useAddress } from '../../base/router.tsx';
import { Events } from '../events.tsx';
import { useFile, useFiles, WHOLE_ROOM } from './room-files.ts';

/** The newest files, whose names the list shows. */
const NAMED = 1000;

export function RoomActivity({ room }: Readonly<{ room: Room }>): ReactNode {
  const { data } = useFiles(room.id, WHOLE_ROOM, () => NAMED, may(room, 'file.list'));
  const about = useAddress().searchParams.get('about') ?? undefined;
  const files = data?.items ?? [];
  // A file that was deleted has no name any more, and asking for it would be a refused attempt in this very log.
  const isOld = data !== undefined && data.cursor !== null && !files.some(({ id }) => id === about);
  const named = useFile(room.id, isOld ? about : undefined).data;
  const names = new Map<string, { name: string; folder?: string }>(
    [...files, ...(named === undefined ? [] : [named])].map(({ id, name, folder }) => [id, { name, folder }]),
  );
  names.set(room.id, { name: room.name });
  return <Events roomId={room.id} names={names} />;
}
