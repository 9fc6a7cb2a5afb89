import type { AuditEvent } from '@strongroom/client';
import { type ReactNode, useMemo, useState } from 'react';
import { formatDateTime, formatDayName, plural, timeIn } from '../../base/format.ts';
import { type ListSource, toGrownList, useGrowing } from '../../base/growing-list.ts';
import { setQuery, useAddress } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { Combo } from '../../design/combo.tsx';
import { Button, Field, Select } from '../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../design/layers.tsx';
import { Badge, Empty, Failure, Loading, Notice } from '../../design/text.tsx';
import { useNames, usePeople } from '../people-data.ts';
import { useMembers } from '../sight.ts';
import { daysOf, type EventBurst } from './event-bursts.ts';
import { type SentenceNames, sentenceOf } from './event-sentence.ts';
import { isType } from './event-words.ts';
import { eventsAbout } from './events-about.ts';
import { EventsDownload } from './events-download.tsx';
import { EventBadge } from './log-badge.tsx';
import { midnightOf } from './midnight.ts';

const TYPES = [
  { id: 'all', name: 'Everything' },
  { id: 'file.downloaded', name: 'Files opened' },
  { id: 'file.confirmed', name: 'Files added' },
  { id: 'file.moved', name: 'Files moved' },
  { id: 'file.relabelled', name: 'Labels changed' },
  { id: 'file.deleted', name: 'Files deleted' },
  { id: 'access.denied', name: 'Refused attempts' },
  { id: 'member.added', name: 'Members added' },
  { id: 'member.removed', name: 'Members removed' },
  { id: 'share.created', name: 'Links made' },
  { id: 'share.redeemed', name: 'Links used' },
  { id: 'room.created', name: 'Rooms made' },
  { id: 'room.edited', name: 'Settings of rooms changed' },
  { id: 'room.archived', name: 'Rooms archived' },
  { id: 'room.deleted', name: 'Rooms destroyed' },
  { id: 'session.started', name: 'Sign-ins' },
  { id: 'access.explained', name: 'Rights asked about' },
] as const;

/** Events that are read at once, and of one file, whose events are among those of its room. */
const STEP = 50;
const LOOKED_THROUGH = 1000;

type Filter = NonNullable<Parameters<typeof service.audit.events>[0]>;

const eventsOf = (filter: Filter, perPage: number): ListSource<AuditEvent> => ({
  key: ['events', `${perPage}`, JSON.stringify(filter)],
  read: async (cursor, signal) => {
    const after = cursor === undefined ? {} : { cursor };
    return toGrownList(await service.audit.events({ ...filter, per_page: perPage, ...after }, { signal }).page());
  },
});

type Props = Readonly<{ roomId?: string; names: SentenceNames }>;

/** The filters are in the address, so a filtered list can be sent as a link. */
export function Events({ roomId, names }: Props): ReactNode {
  const { searchParams } = useAddress();
  const asked = searchParams.get('type');
  const type = isType(asked) ? asked : undefined;
  const [actor, about] = [searchParams.get('person') ?? undefined, searchParams.get('about') ?? undefined];
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
  const people = (usePeople().data ?? []).map(({ id, name, email }) => ({
    id,
    name: name || (email ?? 'an invited person'),
    note: name === '' ? undefined : email,
  }));
  const members = useMembers(roomId).data;
  const inRoom = new Set(members?.map(({ user_id: id }) => id));
  const [opened, setOpened] = useState<AuditEvent>();
  const [until, after] = [midnightOf(to, 1), midnightOf(from)];
  const filter: Filter = {
    ...(roomId === undefined ? {} : { room_id: roomId }),
    ...(type === undefined ? {} : { type }),
    ...(actor === undefined ? {} : { actor_id: actor }),
    ...(after === undefined ? {} : { from: after }),
    ...(until === undefined ? {} : { to: until }),
  };
  const source = eventsOf(filter, about === undefined ? STEP : 100);
  const place = source.key.join(' ');
  const [wanted, want] = useState({ place, count: 0 });
  const step = about === undefined ? STEP : LOOKED_THROUGH;
  const list = useGrowing(source, () => Math.max(step, wanted.place === place ? wanted.count : 0));
  const { items, total, cursor } = list.data ?? { items: [], total: 0, cursor: null };
  const events = useMemo(() => (about === undefined ? items : eventsAbout(items, about)), [items, about]);
  const isSearching = about !== undefined && list.isReading;
  return (
    <>
      <div className="filters no-print">
        <Select
          label="What"
          value={type ?? 'all'}
          options={TYPES}
          onChange={(next) => setQuery({ type: next === 'all' ? '' : next })}
        />
        <Combo
          label="Who"
          value={actor ?? 'all'}
          options={[
            { id: 'all', name: 'Everyone' },
            ...people.filter(({ id }) => members === undefined || inRoom.has(id)),
          ]}
          more={members === undefined ? [] : people.filter(({ id }) => !inRoom.has(id))}
          onChange={(next) => setQuery({ person: next === 'all' ? '' : next })}
        />
        <Field label="From" type="date" value={from} onChange={(day) => setQuery({ from: day })} />
        <Field label="To" type="date" value={to} onChange={(day) => setQuery({ to: day })} />
      </div>
      {about !== undefined && (
        <Notice>
          Only what concerns {names.get(about) === undefined ? 'one file' : <bdi>{names.get(about)?.name}</bdi>} and
          links to it. The log is kept by room:{' '}
          {isSearching ? 'its events are looked through…' : lookedThrough(items.length, total)}
          <p>
            <Button onPress={() => setQuery({ about: '' })}>Show the whole room</Button>
          </p>
        </Notice>
      )}
      <Failure error={list.error} />
      {list.data === undefined && list.error === null && <Loading what="the activity" rows={8} />}
      {list.data !== undefined && (about === undefined || events.length > 0) && (
        <div className="row">
          <span className="grow soft">
            {about === undefined ? plural(total, 'event') : plural(events.length, 'event')}
            {about === undefined && !list.data.isExact && ' or more'}
          </span>
          {events.length > 0 && (
            <EventsDownload filter={filter} about={about} nameOf={(event) => nameIn(names, event, about)} />
          )}
        </div>
      )}
      {list.data !== undefined && events.length === 0 && !isSearching && (
        <Empty icon="activity" title="Nothing of this kind has happened">
          Every change, every opened file and every refused attempt appears here. It cannot be removed.
        </Empty>
      )}
      {events.length > 0 && (
        <table className="list" aria-label="Activity">
          {daysOf(events, roomId !== undefined).map(({ day, bursts }) => (
            <tbody key={day}>
              <tr className="event-day">
                <th colSpan={3} scope="rowgroup">
                  {formatDayName(day)}
                </th>
              </tr>
              {bursts.map((burst) => (
                <BurstRow key={burst.key} burst={burst} names={names} file={about} onOpen={setOpened} />
              ))}
            </tbody>
          ))}
        </table>
      )}
      {cursor !== null && (
        <div>
          <Button onPress={() => want({ place, count: items.length + step })} isBusy={list.isReading}>
            {about === undefined ? 'Show earlier ones' : 'Look further back'}
          </Button>
        </div>
      )}
      {opened !== undefined && <EventFacts event={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** The name of what an event is about; of a link, that of its file. `file`: the one that all events concern. */
function nameIn(
  names: SentenceNames,
  { target: { id, room_id: roomId }, data }: AuditEvent,
  file = '',
): string | undefined {
  const { file_id: of } = data;
  const known = [id ?? '', typeof of === 'string' ? of : '', file, roomId ?? ''].find((one) => names.has(one));
  return known && names.get(known)?.name;
}

const lookedThrough = (read: number, total: number): string =>
  read >= total
    ? `all ${plural(total, 'event')} were looked through.`
    : `the newest ${plural(read, 'event')} were looked through.`;

type RowProps = Readonly<{
  burst: EventBurst;
  /** Names of files and rooms: the log itself holds ids only. */
  names: SentenceNames;
  /** The file that all events concern. */
  file: string | undefined;
  onOpen: (event: AuditEvent) => void;
}>;

function BurstRow({ burst: { events }, names, file, onOpen }: RowProps): ReactNode {
  const nameOf = useNames();
  const [newest] = events;
  const oldest = events.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const who =
    newest.actor.type === 'share' ? 'A link' : newest.actor.type === 'system' ? 'The service' : nameOf(newest.actor.id);
  const [from, until] = [timeIn(oldest.occurred_at), timeIn(newest.occurred_at)];
  const time = from === until ? until : `${from} to ${until}`;
  return (
    <tr>
      <td className="wide-only soft short" title={formatDateTime(newest.occurred_at)}>
        {time}
      </td>
      <td>
        <strong>{who}</strong>{' '}
        {sentenceOf(events, { names, person: nameOf, about: file }).map(({ text, isName }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence have no other key
          isName === true ? (
            <bdi key={index} className="event-name">
              {text}
            </bdi>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}{' '}
        {newest.outcome === 'denied' && <Badge tone="danger">refused</Badge>}
        <div className="narrow-only soft">{time}</div>
      </td>
      <td className="actions">
        <Button kind="quiet" icon="info" label={`Details of event ${newest.seq}`} onPress={() => onOpen(newest)} />
      </td>
    </tr>
  );
}

function EventFacts({ event, onClose }: Readonly<{ event: AuditEvent; onClose: () => void }>): ReactNode {
  const nameOf = useNames();
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Number', event.seq],
    ['When', formatDateTime(event.occurred_at)],
    ['Who', nameOf(event.actor.id)],
    ['What', <code key="type">{event.type}</code>],
    ['Outcome', event.outcome],
    ['Rule', event.rule === null ? 'none refused' : <code key="rule">{event.rule ?? 'not shown to you'}</code>],
    ['About', <code key="target">{`${event.target.type} ${event.target.id ?? ''}`}</code>],
    [
      'Request',
      <code key="request">
        {event.request === undefined ? 'not shown to you' : (event.request?.id ?? 'by the service itself')}
      </code>,
    ],
    ['Address', event.request === undefined ? 'not shown to you' : (event.request?.ip ?? 'none')],
    ['Details', <code key="data">{JSON.stringify(event.data)}</code>],
  ];
  return (
    <Dialog title={`Details of event ${event.seq}`} isOpen onClose={onClose} isWide>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <EventBadge id={event.id} />
      <p className="soft">
        The log is hashed and signed: an export can be verified without this service, by{' '}
        <code>strongroom audit verify</code>.
      </p>
      <DialogEnd onPress={onClose} />
    </Dialog>
  );
}
