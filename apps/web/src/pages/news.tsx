import type { Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fileAddress } from '../base/file-address.ts';
import { formatNumber, formatTimeAgo, plural } from '../base/format.ts';
import { service } from '../base/service.ts';
import { noteVisit, visitOf } from '../base/visits.ts';
import { Classification } from '../design/classification.tsx';
import { Button } from '../design/controls.tsx';
import { Icon } from '../design/icons.tsx';
import { Badge, Empty, Failure, Loading, PageHead } from '../design/text.tsx';
import { type RoomNews, useNews } from './news-mark.tsx';

/** Files of a room that are listed by name. */
const SHOWN = 5;

export function News(): ReactNode {
  const { news, rooms } = useNews();
  const noteAll = (): void => {
    for (const { room } of news) noteVisit(room.id, room.file_count);
  };
  return (
    <>
      <PageHead title="News">
        {news.length > 0 && (
          <Button icon="check" onPress={noteAll}>
            Mark all as seen
          </Button>
        )}
      </PageHead>
      {news.length > 0 && (
        <p className="soft">What you have seen is kept in this browser; another one shows it as news.</p>
      )}
      <Failure error={rooms.error} />
      {rooms.isPending && <Loading what="the news" />}
      {rooms.data !== undefined && news.length === 0 && (
        <Empty icon="news" title="Nothing new">
          Rooms that you are added to and files that come in since your last visit appear here. They are counted for
          this browser.
        </Empty>
      )}
      {news.map((entry) => (
        <RoomCard key={entry.room.id} {...entry} />
      ))}
    </>
  );
}

function RoomCard({ room, files }: RoomNews): ReactNode {
  const visit = visitOf(room.id);
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
        {files === undefined ? (
          <Badge tone="accent">new room</Badge>
        ) : (
          <Badge tone="accent">{plural(files, 'new file')}</Badge>
        )}
        <Button
          kind="quiet"
          icon="check"
          label={`Mark ${room.name} as seen`}
          onPress={() => noteVisit(room.id, room.file_count)}
        />
      </div>
      {files === undefined ? (
        <p className="soft">
          You can see {plural(room.file_count, 'file')} as {room.my_role ?? 'a member'}.
        </p>
      ) : (
        visit !== undefined && <Newest room={room} count={files} since={visit.at} />
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
          <li key={file.id} className="row">
            <Icon name="file" />
            <a className="name grow" href={fileAddress(room.id, file)}>
              <bdi>{file.name}</bdi>
            </a>
            <span className="soft">{formatTimeAgo(file.uploaded_at)}</span>
          </li>
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
