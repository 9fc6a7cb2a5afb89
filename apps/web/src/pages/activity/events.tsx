import type { AuditEvent } from '@strongroom/client';
import { type ReactNode, useMemo, useState } from 'react';
import { plural } from '../../base/format.ts';
import { type ListSource, toGrownList, useGrowing } from '../../base/growing-list.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { setQuery, useAddress } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Empty, Failure, Loading, Notice } from '../../design/text.tsx';
import { useEmails, useNames } from '../people-data.ts';
import { DayHead } from './day-head.tsx';
import { namesWithItems } from './ended-files.ts';
import type { LinkNames } from './event-actor.ts';
import { countBursts, daysOf, type EventDay, wholeDays } from './event-bursts.ts';
import { BurstDialog } from './event-dialog.tsx';
import { EventFilters, rightsOf, ZoneOfTimes } from './event-filters.tsx';
import { BurstRow } from './event-rows.tsx';
import { isType } from './event-words.ts';
import { eventsAbout, isFolder } from './events-about.ts';
import { EventsDownload } from './events-download.tsx';
import { filesOfEvents, useFileEnds } from './file-ends.ts';
import { joinEvents, OF_SIGHT, SIGHT, useJoining } from './joining-events.ts';
import { midnightOf } from './midnight.ts';
import type { NamesFinder, SentenceNames } from './sentence-parts.ts';
import { useFoundNames } from './use-found-names.ts';

/** Events that are read at once, and of one file, whose events are among those of its room. */
const STEP = 50;
/** Rows that one press shows, for which a bounded number of events is read. */
const ROWS = 20;
const MOST_READ = 500;
/** Of one row: a row says its exact number, as far as one press may read. */
const MOST_OF_ROW = 5000;
const LOOKED_THROUGH = 1000;

type Filter = NonNullable<Parameters<typeof service.audit.events>[0]>;

const eventsOf = (filter: Filter, perPage: number): ListSource<AuditEvent> => ({
  key: ['events', `${perPage}`, JSON.stringify(filter)],
  read: async (cursor, signal) => {
    const after = cursor === undefined ? {} : { cursor };
    return toGrownList(await service.audit.events({ ...filter, per_page: perPage, ...after }, { signal }).page());
  },
});

type Props = Readonly<{
  roomId?: string;
  names: SentenceNames;
  links?: LinkNames;
  /** Of a list of all rooms, which have too much for all of it to be named beforehand. */
  find?: NamesFinder | undefined;
  /** Buttons before the filters. */
  lead?: ReactNode;
  /** Buttons beside the words about one file or folder. */
  tools?: ReactNode;
}>;

/** The first event of a file or a folder. */
const BEGINNINGS: ReadonlySet<string> = new Set(['file.upload_requested', 'folder.created']);
const NO_LINKS: LinkNames = new Map();
const NONE: readonly AuditEvent[] = [];

/** The filters are in the address, so a filtered list can be sent as a link. */
export function Events({ roomId, names: given, links = NO_LINKS, find, lead, tools }: Props): ReactNode {
  const { searchParams } = useAddress();
  const asked = searchParams.get('type');
  const isOfSight = asked === OF_SIGHT && roomId !== undefined;
  const type = isOfSight ? SIGHT[0] : isType(asked) ? asked : undefined;
  const [actor, about] = [searchParams.get('person') ?? undefined, searchParams.get('about') ?? undefined];
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
  const person = useNames();
  const myself = useMyself();
  const me = myself.id;
  const emailOf = useEmails();
  const [opened, setOpened] = useState<string>();
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
  const [pressed, press] = useState({ place, rows: 0, events: 0 });
  const before = pressed.place === place ? pressed : { rows: 0, events: 0 };
  const isOfAllRooms = roomId === undefined;
  const joinings = {
    isOfSight,
    about,
    readsAllRooms: may(myself, 'audit.read'),
    isKnown: (id: string) => given.has(id) || links.has(id),
  };
  const joining = useJoining(filter, joinings);
  const joined = joining?.events ?? NONE;
  const join = (read: readonly AuditEvent[], isEnd: boolean) => joinEvents(read, joined, isEnd);
  /** A row says its number of events, so events are read until the rows are whole. */
  const wantedOf = (_: number, read: readonly AuditEvent[]): number => {
    if (about !== undefined) return before.events + LOOKED_THROUGH;
    const rows = countBursts(wholeDays(daysOf(join(read, false), { names: given, isAll: false, isOfAllRooms, me })));
    const most = before.events + (rows > before.rows ? MOST_READ : MOST_OF_ROW);
    return rows < before.rows + ROWS && read.length < most ? read.length + STEP : 0;
  };
  const list = useGrowing(source, wantedOf);
  const { items: read, total, cursor } = list.data ?? { items: [], total: 0, cursor: null };
  const items = join(read, cursor === null && !list.isReading);
  const found = useFoundNames(list.isReading ? NONE : items, { names: given, links }, find);
  const { names } = found;
  const events = useMemo(
    () => (about === undefined ? items : eventsAbout(items, { id: about, names, isOfSight })),
    [items, about, names, isOfSight],
  );
  const known = {
    names: namesWithItems(names, items),
    person,
    links: found.links,
    about,
    saysRoom: find !== undefined,
    ends: useFileEnds(roomId, { files: filesOfEvents(items), events: items, names }),
  };
  const isWhole = events.some(({ type: kind, target }) => BEGINNINGS.has(kind) && target.id === about);
  const isAll = cursor === null || isWhole;
  const days = daysOf(events, { names, isAll, oldest: read.at(-1), isOfAllRooms, me });
  const whole = wholeDays(days);
  const wholeRows = countBursts(whole);
  const isStuck = list.error !== null || wholeRows < before.rows || (wholeRows === before.rows && !list.isReading);
  const listed = about !== undefined || isStuck ? days : whole;
  const burst = days.flatMap(({ bursts }) => bursts).find((one) => one.events.some(({ id }) => id === opened));
  const eventsOn = (day: string): readonly AuditEvent[] | undefined => {
    if (about !== undefined) return NONE;
    if (!isAll && day === days.at(-1)?.day) return undefined;
    return days.find((one) => one.day === day)?.bursts.flatMap((one) => one.events);
  };
  const more = (): void => press({ place, rows: countBursts(listed), events: read.length });
  const isSearching = about !== undefined && list.isReading;
  return (
    <>
      <EventFilters roomId={roomId} names={given} lead={lead} />
      {about !== undefined && (
        <Notice>
          <OneThing names={names} about={about} isOfSight={isOfSight} />{' '}
          {isSearching
            ? 'The log is kept by room: its events are looked through…'
            : !isOfSight && `The log is kept by room: ${lookedThrough({ read: read.length, total, isWhole })}`}
          <div className="row event-tools">
            {tools}
            <Button onPress={() => setQuery({ about: '' })}>Whole room</Button>
            <Button onPress={() => setQuery({ type: isOfSight ? '' : OF_SIGHT })}>
              {isOfSight ? 'All its activity' : rightsOf(names, about)}
            </Button>
          </div>
        </Notice>
      )}
      {type === 'access.denied' && roomId !== undefined && <RefusedHere readsAllRooms={joinings.readsAllRooms} />}
      <Failure error={list.error} />
      {(list.isReading ? listed.length === 0 && !isSearching : list.data === undefined) && list.error === null && (
        <Loading what="the activity" rows={8} />
      )}
      {list.data !== undefined && (about === undefined || events.length > 0) && (
        <div className="row">
          <span className="grow soft">
            {about === undefined ? plural(total + joined.length, 'event') : inRows(events.length, days)}
            {about === undefined && !(list.data.isExact && joining?.isAll !== false) && ' or more'}
            {about === undefined && actor !== undefined && (
              <>
                {roomId === undefined ? ' by ' : ' by or about '}
                <bdi>{person(actor)}</bdi>
              </>
            )}
            . <span className="wide-only-inline">Newest first. </span>
            <ZoneOfTimes />
          </span>
          {events.length > 0 && (
            <EventsDownload filter={filter} joining={joinings} known={{ ...known, emailOf }} find={find} />
          )}
        </div>
      )}
      {list.data !== undefined && events.length === 0 && !isSearching && joining !== undefined && (
        <NoEvents isFiltered={[type, actor, after, until].some((one) => one !== undefined)} />
      )}
      {listed.length > 0 && (
        <table className="list" aria-label="Activity">
          {listed.map(({ day, bursts }) => (
            <tbody key={day}>
              <DayHead day={day} filter={filter} events={eventsOn(day)} joined={joined} />
              {bursts.map((one) => (
                <BurstRow key={one.key} burst={one} known={known} onOpen={() => setOpened(one.events[0]?.id)} />
              ))}
            </tbody>
          ))}
        </table>
      )}
      {!isAll && (
        <div>
          <Button onPress={more} isBusy={list.isReading}>
            {about === undefined ? 'Show earlier ones' : 'Look further back'}
          </Button>
        </div>
      )}
      {burst !== undefined && (
        <BurstDialog
          burst={burst}
          known={known}
          onMore={more}
          isReading={list.isReading}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** Says which refused attempts the log of a room does not have. */
const RefusedHere = ({ readsAllRooms }: Readonly<{ readsAllRooms: boolean }>): ReactNode => (
  <p className="soft">
    {readsAllRooms ? (
      <>
        With attempts to open things of this room that were answered “not found”. Attempts on things that you do not see
        here name no room: they are in the <a href="/activity?type=access.denied">activity of the organisation</a>.
      </>
    ) : (
      'An attempt to open something hidden is answered “not found”. The log of a room has it only where the request named the room, for readers with the highest clearance. Owners of the organisation, security officers and auditors see all of them.'
    )}
  </p>
);

type OneThingProps = Readonly<{ names: SentenceNames; about: string; isOfSight: boolean }>;

/** Says which events a list about one file or folder has. */
function OneThing({ names, about, isOfSight }: OneThingProps): ReactNode {
  const name = names.get(about)?.name;
  const thing = isFolder(names, about) ? 'folder' : 'file';
  const named = name === undefined ? `one ${thing}` : <bdi>{name}</bdi>;
  if (isOfSight)
    return (
      <>
        Changes that decide who could see {named}: its label and place, the folders that lead to it and their groups,
        and members. An earlier day is not computed from them: clearances are not in the log of a room.
      </>
    );
  if (thing === 'folder')
    return <>Only what concerns the folder {named}, what lies in it now, links to that, and who sees it.</>;
  return <>Only what concerns {named}, links to it, and who sees its folders.</>;
}

/** Says why a list is empty, and what to do. */
const NoEvents = ({ isFiltered }: Readonly<{ isFiltered: boolean }>): ReactNode =>
  isFiltered ? (
    <Empty
      icon="activity"
      title="Nothing of this kind has happened"
      action={
        <Button onPress={() => setQuery({ type: '', person: '', about: '', from: '', to: '' })}>Clear filters</Button>
      }
    >
      No event that you may see fits these filters. Other days, people or kinds may have some.
    </Empty>
  ) : (
    <Empty icon="activity" title="Nothing has happened yet">
      Every change, every opened file and every refused attempt appears here. It cannot be removed.
    </Empty>
  );

/** The number of events, and of rows where it is another one: several events are one deed. */
function inRows(events: number, days: readonly EventDay[]): string {
  const rows = countBursts(days);
  return rows === events ? plural(events, 'event') : `${plural(events, 'event')} in ${plural(rows, 'row')}`;
}

type Search = Readonly<{ read: number; total: number; isWhole: boolean }>;

const lookedThrough = ({ read, total, isWhole }: Search): string => {
  if (read >= total) return `all ${plural(total, 'event')} were looked through.`;
  const newest = `the newest ${plural(read, 'event')} were looked through`;
  return isWhole ? `${newest}, back to its first one.` : `${newest}.`;
};
