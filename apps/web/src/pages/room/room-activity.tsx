import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { may } from '../../base/may.ts';
import { setQuery, useAddress } from '../../base/router.tsx';
import { Button } from '../../design/controls.tsx';
import { Events } from '../activity/events.tsx';
import { OpeningsReport } from '../activity/openings-report.tsx';
import { WHOLE_ROOM } from './base/listing.ts';
import { useFile, useFiles } from './base/room-files.ts';

/** The newest files, whose names the list shows. */
const NAMED = 1000;

export function RoomActivity({ room }: Readonly<{ room: Room }>): ReactNode {
  const { data } = useFiles(room.id, WHOLE_ROOM, () => NAMED, may(room, 'file.list'));
  const { searchParams } = useAddress();
  const about = searchParams.get('about') ?? undefined;
  const files = data?.items ?? [];
  // A file that was deleted has no name any more, and asking for it would be a refused attempt in this very log.
  const isOld = data !== undefined && data.cursor !== null && !files.some(({ id }) => id === about);
  const named = useFile(room.id, isOld ? about : undefined).data;
  const names = new Map<string, { name: string; folder?: string }>(
    [...files, ...(named === undefined ? [] : [named])].map(({ id, name, folder }) => [id, { name, folder }]),
  );
  names.set(room.id, { name: room.name });
  const isReport = searchParams.get('view') === 'openings';
  return (
    <>
      <div className="row no-print" role="group" aria-label="Kind of list">
        <Button kind={isReport ? 'quiet' : undefined} isPressed={!isReport} onPress={() => setQuery({ view: '' })}>
          Everything
        </Button>
        <Button
          kind={isReport ? undefined : 'quiet'}
          isPressed={isReport}
          onPress={() => setQuery({ view: 'openings', about: '', type: '' })}
        >
          Who opened what
        </Button>
      </div>
      {isReport ? <OpeningsReport roomId={room.id} names={names} /> : <Events roomId={room.id} names={names} />}
    </>
  );
}
