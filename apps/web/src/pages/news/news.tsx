import type { Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber, formatTimeAgo, plural } from '../../base/format.ts';
import { service } from '../../base/service.ts';
import { visitOf } from '../../base/visits.ts';
import { Classification } from '../../design/classification.tsx';
import { Button } from '../../design/controls.tsx';
import { Icon } from '../../design/icons.tsx';
import { Badge, Empty, Failure, Loading, PageHead } from '../../design/text.tsx';
import { type RoomNews, useNews } from '../news-mark.tsx';
import { noteSeen } from '../seen-rooms.ts';
import { AddedBy } from './added-by.tsx';
import { Earlier } from './earlier.tsx';
import { NewFile } from './new-file.tsx';
import type { RoomDeed } from './room-deeds.ts';
import { useRoomDeeds } from './room-deeds-data.ts';

/** Files of a room that are listed by name. */
const SHOWN = 5;

type Entry = RoomNews & Readonly<{ deeds: readonly RoomDeed[] }>;

export function News(): ReactNode {
  const { news, rooms } = useNews();
  const owned = useRoomDeeds(rooms.data ?? []);
  const known = new Set(news.map(({ room }) => room.id));
  const entries: readonly Entry[] = [
    ...news.map((entry) => ({ ...entry, deeds: owned.deeds.get(entry.room.id) ?? [] })),
    ...(rooms.data ?? []).flatMap((room) => {
      const deeds = known.has(room.id) ? undefined : owned.deeds.get(room.id);
      return deeds === undefined ? [] : [{ room, files: 0, deeds }];
    }),
  ];
  const noteAll = (): void => {
    for (const { room } of entries) noteSeen(room);
  };
  const isPending = rooms.isPending || (entries.length === 0 && owned.isPending);
  return (
    <>
      <PageHead title="News">
        {entries.length > 0 && (
          <Button icon="check" onPress={noteAll}>
            Mark all as seen
          </Button>
        )}
      </PageHead>
      <Failure error={rooms.error ?? owned.error} />
      {isPending && <Loading what="the news" />}
      {!isPending && rooms.data !== undefined && entries.length === 0 && (
        <Empty icon="news" title="Nothing new">
          Rooms that you are added to and files that come in since your last visit appear here, and in rooms that you
          own what others did: what they opened, sent, deleted or were refused.
        </Empty>
      )}
      {entries.map((entry) => (
        <RoomCard key={entry.room.id} {...entry} />
      ))}
      {!isPending && <Earlier rooms={rooms.data ?? []} />}
    </>
  );
}

function RoomCard({ room, files, deeds }: Entry): ReactNode {
  const visit = visitOf(room);
  return (
    <section className="card form" aria-label={room.name}>
      <div className="row">
        <Icon name="room" />
        <h2 className="grow">
          <a className="name" href={`/rooms/${room.id}`}>
            {room.name}
          </a>
        </h2>
        <Classification label={room.classification} isShort />
        {files === undefined && <Badge tone="accent">new room</Badge>}
        {files !== undefined && files > 0 && <Badge tone="accent">{plural(files, 'new file')}</Badge>}
        <Button kind="quiet" icon="check" label={`Mark ${room.name} as seen`} onPress={() => noteSeen(room)} />
      </div>
      {files === undefined && (
        <ul className="plain">
          <AddedBy room={room} />
          <li className="soft">You can see {plural(room.file_count, 'file')}.</li>
        </ul>
      )}
      {files !== undefined && files > 0 && visit !== undefined && <Newest room={room} count={files} since={visit.at} />}
      {deeds.length > 0 && visit !== undefined && (
        <>
          <p className="soft">Since your visit {formatTimeAgo(new Date(visit.at).toISOString())}:</p>
          <ul className="plain">
            {deeds.map(({ words, to }) => (
              <li key={to}>
                <a href={to}>{words}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

type NewestProps = Readonly<{ room: Room; count: number; since: number }>;

function Newest({ room, count, since }: NewestProps): ReactNode {
  const found = useQuery({
    queryKey: ['newest', room.id, room.file_count],
    queryFn: async () =>
      (await service.files.list(room.id, { folder: '', recursive: 'true', per_page: SHOWN }).page()).data,
  });
  const files = (found.data ?? []).slice(0, count);
  return (
    <>
      <Failure error={found.error} />
      {found.isPending && <Loading what="the files" rows={2} />}
      <ul className="plain">
        {files.map((file) => (
          <NewFile key={file.id} roomId={room.id} file={file} />
        ))}
      </ul>
      {count > files.length && found.isSuccess && (
        <p className="soft">
          and {formatNumber(count - files.length)} more since {formatTimeAgo(new Date(since).toISOString())}
        </p>
      )}
    </>
  );
}
