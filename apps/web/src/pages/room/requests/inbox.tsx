import type { Folder, Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { whenEntriesLeft } from '../../../base/leaving.ts';
import { allowedOffers, may } from '../../../base/may.ts';
import { addressWith, setQuery, useAddress } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { formatSize } from '../../../base/size.ts';
import { Button } from '../../../design/controls.tsx';
import { FileName } from '../../../design/file-name.tsx';
import { Icon } from '../../../design/icons.tsx';
import { Menu, type MenuAction } from '../../../design/layers.tsx';
import { ListPage } from '../../../design/list-page.tsx';
import type { Column } from '../../../design/table.tsx';
import { Badge, Empty } from '../../../design/text.tsx';
import { When } from '../../../design/when.tsx';
import { saveTable } from '../../../save/save-table.ts';
import { transfers } from '../../../transfer/page.ts';
import { useNames } from '../../people-data.ts';
import { kindOfFile } from '../../viewer/file-kind.ts';
import { useFolders } from '../base/room-files.ts';
import { RoomViewer } from '../base/room-viewer.tsx';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { AskForFiles } from './ask-for-files.tsx';
import { itemsAsTable } from './inbox-table.ts';
import { nameWarning } from './name-warning.ts';
import type { ListedRequest } from './request-columns.tsx';
import { placeOfRequest } from './request-terms.ts';
import { requestName, requestsQuery } from './requests-data.ts';
import { RefuseItems, TakeIn, type TakenInItem, unopenedFileError } from './take-in.tsx';
import { UploadRequests } from './upload-requests.tsx';

const COLUMNS: readonly Column<TakenInItem>[] = [
  {
    id: 'name',
    head: 'Name',
    key: ({ name }) => name,
    cell: (item) => {
      const warning = nameWarning(item.name);
      return (
        <>
          <div className="list-name">
            <Icon name={kindOfFile(item)} />
            {may(item, 'inbox.download') ? (
              <a href={addressWith({ item: item.id })}>
                <FileName name={item.name} />
              </a>
            ) : (
              <FileName name={item.name} />
            )}
          </div>
          {warning !== undefined && (
            <Badge tone="danger" title={warning}>
              {warning}
            </Badge>
          )}
          {item.note !== null && (
            <div className="soft cut" title={item.note}>
              <bdi>{item.note}</bdi>
            </div>
          )}
        </>
      );
    },
  },
  {
    id: 'sender',
    head: 'Sender and request',
    key: ({ sender_name: sender, request }) => sender ?? request,
    cell: ({ sender_name: sender, request, request_id: id, maker }) => (
      <div className="inbox-sender">
        {sender !== null && (
          <div className="cut">
            <bdi>{sender}</bdi>
          </div>
        )}
        <div className={sender === null ? 'cut' : 'cut wide-only'}>
          <a href={`?request=${id}`} title={maker === '' ? undefined : `Asked for by ${maker}`}>
            <bdi>{request}</bdi>
          </a>
        </div>
      </div>
    ),
  },
  {
    id: 'size',
    head: 'Size',
    isNumber: true,
    isShort: true,
    key: ({ size: bytes }) => bytes,
    cell: (item) => formatSize(item.size),
  },
  {
    id: 'received',
    head: 'Arrived',
    isShort: true,
    key: ({ received_at: at }) => at,
    cell: ({ received_at: at }) => <When at={at} toMinute />,
  },
];

type Chosen = Readonly<{ what: 'take' | 'refuse'; items: readonly TakenInItem[]; done: () => void }>;

/** The files that outsiders sent to a room, and the requests by which they may. */
export function Inbox({ room }: Readonly<{ room: Room }>): ReactNode {
  const { requests, items, folders, error } = useInbox(room);
  const [chosen, setChosen] = useState<Chosen>();
  const [isAsking, setAsking] = useState(false);
  const choose = (what: Chosen['what'], some: readonly TakenInItem[], done = (): void => undefined) =>
    setChosen({ what, items: some, done });
  const close = () => setChosen(undefined);
  /** The item that follows the open one, which became a file or was refused. Empty: there is no other one. */
  const [following, setFollowing] = useState<string>();
  useEffect(() => {
    // Once the dialog has left the history.
    if (following !== undefined) setTimeout(() => whenEntriesLeft(() => setQuery({ item: following })), 0);
  }, [following]);
  const askedFor = placeToAskFor(room, folders);
  return (
    <>
      <div className="row list-tools">
        <p className="soft grow">
          People without an account send files here by a link. They are no files of the room until one of you takes them
          in.
        </p>
        {requests.length > 0 && (
          <Button icon="down" onPress={() => document.getElementById('requests')?.scrollIntoView()}>
            {plural(requests.length, 'request')}
          </Button>
        )}
        {askedFor !== undefined && (
          <Button kind="primary" icon="plus" onPress={() => setAsking(true)}>
            Ask for files
          </Button>
        )}
      </div>
      <ListPage
        label="Inbox"
        noun={['waiting file', 'waiting files']}
        rows={items}
        error={error}
        find="Find a file"
        idOf={({ id }) => id}
        textOf={({ name, request, maker, sender_name: sender, note }) => [name, request, maker, sender, note].join(' ')}
        columns={COLUMNS}
        order="-received"
        actions={(item) => (
          <Menu
            label={`Actions for ${item.name}`}
            actions={allowedOffers<MenuAction>([
              [
                may(item, 'inbox.download'),
                { id: 'open', name: 'Open', icon: 'eye', run: () => setQuery({ item: item.id }, false) },
              ],
              [
                may(item, 'inbox.accept'),
                { id: 'take', name: 'Take in', icon: 'check', run: () => choose('take', [item]) },
              ],
              [
                may(item, 'inbox.refuse'),
                { id: 'refuse', name: 'Refuse', icon: 'trash', isDanger: true, run: () => choose('refuse', [item]) },
              ],
            ])}
          />
        )}
        bulk={(some, done) => (
          <>
            {some.every((item) => may(item, 'inbox.accept')) && (
              <Button icon="check" kind="primary" onPress={() => choose('take', some, done)}>
                Take in
              </Button>
            )}
            {some.every((item) => may(item, 'inbox.refuse')) && (
              <Button icon="trash" onPress={() => choose('refuse', some, done)}>
                Refuse
              </Button>
            )}
          </>
        )}
        onSave={(found) => saveTable(itemsAsTable(found), `${room.name} inbox`)}
        opened={(found) => (
          <OpenedItem
            roomId={room.id}
            items={items ?? []}
            found={found}
            following={following}
            onDecide={(what, item, next) => choose(what, [item], () => setFollowing(next))}
          />
        )}
        empty={
          <Empty icon="mail" title="Nothing waits">
            What people send by a link of yours comes here first. Look at it, then take it into a folder or refuse it.
          </Empty>
        }
      />
      {requests.length > 0 && (
        <section aria-labelledby="requests">
          <UploadRequests room={room} requests={requests} items={items ?? []} folders={folders} />
        </section>
      )}
      {isAsking && <AskForFiles room={room} folder={askedFor ?? ''} onClose={() => setAsking(false)} />}
      {chosen?.what === 'take' && <TakeIn room={room} {...chosen} onClose={close} />}
      {chosen?.what === 'refuse' && <RefuseItems room={room} {...chosen} onClose={close} />}
    </>
  );
}

function useInbox(room: Room) {
  const requests = useQuery(requestsQuery(room.id));
  const items = useQuery({
    queryKey: ['inbox', room.id],
    queryFn: () => service.inbox.list(room.id, { per_page: 100, may: 'true' }).all(),
  });
  const nameOf = useNames();
  const folders = useFolders(room.id, MAX_FOLDERS).data?.items;
  const pathOf = (id: string | null): string => folders?.find((folder) => folder.id === id)?.path ?? '';
  const named: readonly ListedRequest[] = (requests.data ?? []).map((request) => ({
    ...request,
    folder: pathOf(request.folder_id),
    place: placeOfRequest(request.folder_id, folders),
    maker: nameOf(request.created_by),
  }));
  const rows = items.data?.map((item): TakenInItem => {
    const request = named.find(({ id }) => id === item.request_id);
    return {
      ...item,
      request: (request && requestName(request)) ?? 'A request without words',
      maker: request?.maker ?? '',
      folder: pathOf(request?.folder_id ?? null),
    };
  });
  return { requests: named, items: rows, folders: folders ?? [], error: items.error ?? requests.error };
}

/** The top of the room, or the first folder for which the person may ask. */
const placeToAskFor = (room: Room, folders: readonly Folder[]): string | undefined =>
  may(room, 'upload_request.create') ? '' : folders.find((folder) => may(folder, 'upload_request.create'))?.path;

/** The origin of a file of the inbox. */
function Sending({ item }: Readonly<{ item: TakenInItem }>): ReactNode {
  const { name, request, maker, sender_name: sender, note, received_at: at } = item;
  const warning = nameWarning(name);
  return (
    <p className="grow">
      {warning !== undefined && <Badge tone="danger">{warning}</Badge>} Sent by the request <bdi>“{request}”</bdi>
      {maker !== '' && (
        <>
          {' '}
          of <bdi>{maker}</bdi>
        </>
      )}
      , <When at={at} toMinute />.
      {sender !== null && (
        <>
          {' '}
          Sender: <bdi>{sender}</bdi>.
        </>
      )}
      {note !== null && (
        <>
          {' '}
          Note: <bdi>{note}</bdi>
        </>
      )}
    </p>
  );
}

type OpenedProps = Readonly<{
  roomId: string;
  items: readonly TakenInItem[];
  /** The items that the list shows, in its order. */
  found: readonly TakenInItem[];
  /** Shown where the item of the address is gone, until the address is that of this one. */
  following: string | undefined;
  onDecide: (what: Chosen['what'], item: TakenInItem, next: string) => void;
}>;

/** The item that the address names, decrypted in this browser. */
function OpenedItem({ roomId, items, found, following, onDecide }: OpenedProps): ReactNode {
  const named = useAddress().searchParams.get('item') ?? undefined;
  const id = items.some((one) => one.id === named) || named === undefined ? named : following;
  const item = items.find((one) => one.id === id);
  const index = found.findIndex((one) => one.id === id);
  if (item === undefined) return null;
  const read: NonNullable<Parameters<typeof RoomViewer>[0]['read']> = (options) =>
    transfers.readItem(roomId, item.id, options).catch((error: unknown) => {
      throw unopenedFileError(error, item.name);
    });
  const [previous, next] = [found[index - 1]?.id, index < 0 ? undefined : found[index + 1]?.id];
  const decide = (what: Chosen['what']): void => onDecide(what, item, next ?? previous ?? '');
  return (
    <RoomViewer
      file={{ ...item, room_id: roomId }}
      decision={
        <>
          <Sending item={item} />
          {may(item, 'inbox.refuse') && (
            <Button icon="trash" onPress={() => decide('refuse')}>
              Refuse
            </Button>
          )}
          {may(item, 'inbox.accept') && (
            <Button icon="check" kind="primary" onPress={() => decide('take')}>
              Take in
            </Button>
          )}
        </>
      }
      read={read}
      onClose={() => setQuery({ item: '' })}
      onOpen={(to) => setQuery({ item: to })}
      previous={previous}
      next={next}
      position={index < 0 ? undefined : { place: index + 1, count: found.length }}
    />
  );
}
