import type { Member, Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDayName } from '../../../base/format.ts';
import { useMyself } from '../../../base/me.ts';
import { service } from '../../../base/service.ts';
import { Failure, Loading } from '../../../design/text.tsx';
import { namesWithItems } from '../../activity/ended-files.ts';
import { daysOf, type EventDay } from '../../activity/event-bursts.ts';
import { BurstDialog } from '../../activity/event-dialog.tsx';
import { BurstRow } from '../../activity/event-rows.tsx';
import { filesOfEvents, useFileEnds } from '../../activity/file-ends.ts';
import { useNames } from '../../people-data.ts';
import { useRoomNames } from '../names/activity-names.ts';

/** Events that are read, of which some are one row. */
const READ = 50;
const SHOWN = 6;

type Props = Readonly<{ room: Room; member: Member }>;

/** The newest deeds of a member, with the way to all of them. */
export function MemberActivity({ room, member: { user_id: id } }: Props): ReactNode {
  const me = useMyself();
  const person = useNames();
  const { names, links } = useRoomNames(room, undefined);
  const [opened, setOpened] = useState<string>();
  const read = useQuery({
    queryKey: ['events', 'of-member', room.id, id],
    queryFn: () => service.audit.events({ room_id: room.id, actor_id: id, per_page: READ }).page(),
  });
  const events = read.data?.data ?? [];
  const isAll = read.data !== undefined && read.data.meta.next_cursor === null;
  const ends = useFileEnds(room.id, { files: filesOfEvents(events), events, names });
  const known = { names: namesWithItems(names, events), person, links, ends };
  const days = firstRows(daysOf(events, { names, isAll, isOfAllRooms: false, me: me.id }));
  const burst = days.flatMap(({ bursts }) => bursts).find(({ key }) => key === opened);
  const address = `/rooms/${room.id}/activity`;
  return (
    <section className="form" aria-labelledby="member-activity">
      <div className="row">
        <h3 id="member-activity" className="grow">
          Activity
        </h3>
        {events.length > 0 && (
          <>
            <a href={`${address}?view=openings&person=${id}`}>What they opened</a>
            <a href={`${address}?person=${id}`}>All of it</a>
          </>
        )}
      </div>
      <Failure error={read.error} />
      {read.isPending && <Loading what="the activity" rows={3} />}
      {read.data !== undefined && events.length === 0 && <p className="soft">They have done nothing here yet.</p>}
      {days.length > 0 && (
        <table className="list" aria-label="Last activity">
          {days.map(({ day, bursts }) => (
            <tbody key={day}>
              <tr className="event-day">
                <th colSpan={3} scope="rowgroup">
                  {formatDayName(day)}
                </th>
              </tr>
              {bursts.map((one) => (
                <BurstRow key={one.key} burst={one} known={known} onOpen={() => setOpened(one.key)} />
              ))}
            </tbody>
          ))}
        </table>
      )}
      {burst !== undefined && (
        <BurstDialog
          burst={burst}
          known={known}
          onMore={() => undefined}
          isReading={false}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}

function firstRows(days: readonly EventDay[]): readonly EventDay[] {
  let left = SHOWN;
  return days.flatMap(({ day, bursts }) => {
    const some = bursts.slice(0, left);
    left -= some.length;
    return some.length === 0 ? [] : [{ day, bursts: some }];
  });
}
