import type { Room } from '@strongroom/client';
import { type ReactNode, useEffect } from 'react';
import { formatToMinute, plural } from '../../base/format.ts';
import { newSince, noteNewsRead } from '../../base/visits.ts';
import { Classification } from '../../design/classification.tsx';
import { Button } from '../../design/controls.tsx';
import { Icon } from '../../design/icons.tsx';
import { Badge, Empty, Failure, Loading, PageHead } from '../../design/text.tsx';
import { useNews } from '../news-mark.tsx';
import { noteSeen } from '../seen-rooms.ts';
import { AddedBy } from './added-by.tsx';
import { Additions } from './additions.tsx';
import { Deeds } from './deeds.tsx';
import { Earlier } from './earlier.tsx';
import { type NewFiles, useNewFiles } from './new-files-data.ts';
import type { RoomDeed } from './room-deeds.ts';
import { useRoomDeeds } from './room-deeds-data.ts';
import './news.css';

type Entry = Readonly<{
  room: Room;
  /** Files that the person has not seen; undefined for a room that they have not opened. */
  unseen: number | undefined;
  /** Files that came since the last visit, also those that were seen in one that lasts; undefined where they are not read. */
  fresh: NewFiles | undefined;
  deeds: readonly RoomDeed[];
}>;

export function News(): ReactNode {
  const { news, rooms } = useNews();
  const all = rooms.data ?? [];
  const owned = useRoomDeeds(all);
  const fresh = useNewFiles(all);
  const known = new Set(news.map(({ room }) => room.id));
  const entryOf = (room: Room, unseen: number | undefined): Entry => ({
    room,
    unseen,
    fresh: fresh.get(room.id),
    deeds: owned.deeds.get(room.id) ?? [],
  });
  // First rooms with something unseen, then those whose news was seen in this visit.
  const entries: readonly Entry[] = [
    ...news.map(({ room, files }) => entryOf(room, files)),
    ...all
      .filter(({ id }) => !known.has(id))
      .map((room) => entryOf(room, 0))
      .filter((entry) => (entry.fresh?.files ?? []).length + entry.deeds.length > 0),
  ];
  useEffect(() => noteNewsRead(entries.map(({ room }) => room)));
  const noteAll = (): void => {
    for (const { room } of entries) noteSeen(room, true);
  };
  const isPending = rooms.isPending || (entries.length === 0 && owned.isPending);
  const failed = [...fresh.values()].find(({ error }) => error !== null && error !== undefined);
  return (
    <>
      <PageHead title="News">
        {entries.length > 0 && (
          <Button icon="check" onPress={noteAll}>
            Mark all as seen
          </Button>
        )}
      </PageHead>
      <Failure error={rooms.error ?? owned.error ?? failed?.error} />
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
      {!isPending && <Earlier rooms={all} />}
    </>
  );
}

function RoomCard({ room, unseen, fresh, deeds }: Entry): ReactNode {
  const { files, more = 0 } = fresh ?? {};
  const since = newSince(room);
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
        {unseen === undefined && <Badge tone="accent">new room</Badge>}
        {unseen !== undefined && unseen > 0 && <Badge tone="accent">{plural(unseen, 'new file')}</Badge>}
        <Button kind="quiet" icon="check" label={`Mark ${room.name} as seen`} onPress={() => noteSeen(room, true)} />
      </div>
      {unseen === undefined ? (
        <ul className="plain">
          <AddedBy room={room} />
          <li className="soft">You can see {plural(room.file_count, 'file')}.</li>
        </ul>
      ) : (
        since !== undefined && (
          <p className="soft">Since your last visit on {formatToMinute(new Date(since).toISOString())}:</p>
        )
      )}
      {fresh !== undefined && files === undefined && <Loading what="the files" rows={2} />}
      {files !== undefined && <Additions room={room} files={files} />}
      {more > 0 && <a href={`/rooms/${room.id}`}>{plural(more, 'more new file')} in the room</a>}
      {deeds.length > 0 && <Deeds room={room} deeds={deeds} />}
    </section>
  );
}
