import type { Room, File as RoomFile } from '@strongroom/client';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatToMinute } from '../../base/format.ts';
import { useMyself } from '../../base/me.ts';
import { service } from '../../base/service.ts';
import { newSince } from '../../base/visits.ts';
import { Failure, Loading } from '../../design/text.tsx';
import { dayOf } from '../activity/event-bursts.ts';
import { useNames } from '../people-data.ts';
import { Deeds } from './deeds.tsx';
import { NewFile } from './new-file.tsx';
import { deedsOf } from './room-deeds.ts';
import { EVENTS, useRecordedRooms } from './room-deeds-data.ts';

/** Rooms visited last that are looked through, and the time before a visit in which something was new at it. */
const MAX_ROOMS = 10;
const DAYS = 14;
const DAY_MS = 86_400_000;
const FILES = 20;
const SHOWN = 5;

const wholeSecond = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** Files of others that came before a visit, and not long before it. */
const filesBefore = <F extends Pick<RoomFile, 'uploaded_at' | 'uploaded_by'>>(
  files: readonly F[],
  { visit, me }: Readonly<{ visit: number; me: string }>,
): readonly F[] =>
  files.filter(({ uploaded_at: at, uploaded_by: by }) => {
    const age = visit - Date.parse(at);
    return by !== me && age >= 0 && age <= DAYS * DAY_MS;
  });

async function readRoom(roomId: string, visit: number, hasRecord: boolean, signal: AbortSignal) {
  const sought = { folder: '', recursive: 'true', per_page: FILES } as const;
  const days = { from: wholeSecond(visit - DAYS * DAY_MS), to: wholeSecond(visit) };
  const [files, events] = await Promise.all([
    service.files.list(roomId, sought, { signal }).page(),
    hasRecord ? service.audit.events({ room_id: roomId, ...days, per_page: EVENTS }, { signal }).page() : undefined,
  ]);
  return { files: files.data, events: events?.data ?? [], isAll: (events?.meta.next_cursor ?? null) === null };
}

/** News of the last visits, read again from the rooms and their records once the part is opened. */
export function Earlier({ rooms }: Readonly<{ rooms: readonly Room[] }>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const visited = rooms
    .flatMap((room) => {
      const visit = newSince(room);
      return visit === undefined ? [] : [{ room, visit }];
    })
    .toSorted((one, other) => other.visit - one.visit)
    .slice(0, MAX_ROOMS);
  if (visited.length === 0) return null;
  return (
    <details className="event-record" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Earlier</summary>
      {isOpen && <EarlierRooms visited={visited} />}
    </details>
  );
}

type Visited = Readonly<{ room: Room; visit: number }>;

function EarlierRooms({ visited }: Readonly<{ visited: readonly Visited[] }>): ReactNode {
  const me = useMyself().id;
  const nameOf = useNames();
  const recorded = useRecordedRooms();
  const found = useQueries({
    queries: visited.map(({ room: { id }, visit }) => ({
      queryKey: ['earlier', id, visit],
      queryFn: ({ signal }: { signal: AbortSignal }) => readRoom(id, visit, recorded.data?.has(id) === true, signal),
      enabled: recorded.data !== undefined,
      staleTime: 30_000,
    })),
  });
  const entries = visited.flatMap(({ room, visit }, index) => {
    const read = found[index]?.data;
    if (read === undefined) return [];
    const [day, until] = [visit - DAYS * DAY_MS, visit].map((at) => dayOf(new Date(at).toISOString()));
    const files = filesBefore(read.files, { visit, me }).slice(0, SHOWN);
    const deeds = deedsOf(read.events, { roomId: room.id, me, day: day ?? '', until, isAll: read.isAll, nameOf });
    return files.length + deeds.length === 0 ? [] : [{ room, visit, files, deeds }];
  });
  const isPending = recorded.isPending || found.some((one) => one.isPending);
  return (
    <div className="form">
      <Failure error={recorded.error ?? found.find(({ error }) => error !== null)?.error} />
      {isPending && <Loading what="what was new" rows={3} />}
      {!isPending && entries.length === 0 && (
        <p className="soft">Others added and did nothing in the {DAYS} days before your last visits.</p>
      )}
      {entries.map(({ room, visit, files, deeds }) => (
        <section key={room.id} aria-label={`Earlier in ${room.name}`}>
          <h3>
            <a className="name" href={`/rooms/${room.id}`}>
              {room.name}
            </a>
          </h3>
          <p className="soft">
            In the {DAYS} days before your visit on {formatToMinute(new Date(visit).toISOString())}:
          </p>
          <ul className="plain">
            {files.map((file) => (
              <NewFile key={file.id} roomId={room.id} file={file} />
            ))}
          </ul>
          {deeds.length > 0 && <Deeds room={room} deeds={deeds} />}
        </section>
      ))}
    </div>
  );
}
