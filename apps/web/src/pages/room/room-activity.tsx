import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { Events } from '../events.tsx';
import { useFiles } from './room-files.ts';

export function RoomActivity({ room }: Readonly<{ room: Room }>): ReactNode {
  const { data } = useFiles(room.id);
  return <Events roomId={room.id} names={new Map(data?.files.map(({ id, name }) => [id, name]))} />;
}
