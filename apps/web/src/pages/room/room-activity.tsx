import type { Room } from '@strongroom/client';
import { type ReactNode, Suspense, useState } from 'react';
import { loadLater } from '../../base/later.ts';
import { setQuery, useAddress } from '../../base/router.tsx';
import { Button } from '../../design/controls.tsx';
import { Events } from '../activity/events.tsx';
import { OpeningsReport } from '../activity/openings-report.tsx';
import { useRoomNames } from './names/activity-names.ts';

const WhoSees = loadLater(() => import('./editing/who-sees.tsx').then(({ WhoSees: it }) => it));

export function RoomActivity({ room }: Readonly<{ room: Room }>): ReactNode {
  const { searchParams } = useAddress();
  const { names, links, files, asked } = useRoomNames(room, searchParams.get('about') ?? undefined);
  const [isShown, setShown] = useState(false);
  const isReport = searchParams.get('view') === 'openings';
  const kinds = (
    <div className="row" role="group" aria-label="Kind of list">
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
  );
  return (
    <>
      {isReport ? (
        <OpeningsReport roomId={room.id} names={names} links={links} files={files} lead={kinds} />
      ) : (
        <Events
          roomId={room.id}
          names={names}
          links={links}
          lead={kinds}
          tools={asked && <Button onPress={() => setShown(true)}>Who sees it now</Button>}
        />
      )}
      {isShown && asked && (
        <Suspense>
          <WhoSees file={asked} room={room} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </>
  );
}
