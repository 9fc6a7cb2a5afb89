import type { Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { formatDayOrTime, formatNumber } from '../../base/format.ts';
import { namesInRooms } from '../all-activity/names-in-rooms.ts';
import type { RoomDeed } from './room-deeds.ts';

/** Deeds of others in a room, each with its page, the files that it was about and its last moment. */
export function Deeds({ room, deeds }: Readonly<{ room: Room; deeds: readonly RoomDeed[] }>): ReactNode {
  const about = deeds.flatMap((deed) => deed.about);
  const names = useQuery({
    queryKey: ['names-in-news', room.id, ...about.map(({ id }) => id)],
    queryFn: () => namesInRooms(about, [room]),
    enabled: about.length > 0,
    staleTime: 30_000,
  }).data?.names;
  return (
    <ul className="plain">
      {deeds.map((deed) => {
        const named = deed.about.flatMap(({ id, target }) => {
          const found = names?.get(target.id ?? '');
          return found === undefined ? [] : [{ id, ...found }];
        });
        const more = deed.files - named.length;
        return (
          <li key={deed.to}>
            <a href={deed.to}>{deed.words}</a>
            {named.map(({ id, name, to }, place) => (
              <Fragment key={id}>
                {place === 0 ? ': ' : ', '}
                <bdi>{to === undefined ? name : <a href={to}>{name}</a>}</bdi>
              </Fragment>
            ))}
            {named.length > 0 && more > 0 && ` and ${formatNumber(more)} more`}
            <span className="soft"> · {formatDayOrTime(deed.at)}</span>
          </li>
        );
      })}
    </ul>
  );
}
