import { type ReactNode, useMemo, useState } from 'react';
import { zoneName } from '../../base/format.ts';
import { setQuery, useAddress } from '../../base/router.tsx';
import { Combo } from '../../design/combo.tsx';
import { Button, Select } from '../../design/controls.tsx';
import { DayField } from '../../design/day-field.tsx';
import { Icon } from '../../design/icons.tsx';
import { usePeople } from '../people-data.ts';
import { useMembers } from '../sight.ts';
import { isFolder } from './events-about.ts';
import { OF_SIGHT } from './joining-events.ts';
import { firstOfDays } from './midnight.ts';
import type { SentenceNames } from './sentence-parts.ts';

const TYPES = [
  { id: 'all', name: 'Everything' },
  { id: OF_SIGHT, name: 'Who sees what' },
  { id: 'file.downloaded', name: 'Files opened' },
  { id: 'file.confirmed', name: 'Files added' },
  { id: 'file.replaced', name: 'Versions added' },
  { id: 'file.moved', name: 'Files moved' },
  { id: 'file.relabelled', name: 'Labels changed' },
  { id: 'file.deleted', name: 'Files deleted' },
  { id: 'inbox.received', name: 'Files sent by requests' },
  { id: 'inbox.downloaded', name: 'Files of the inbox opened' },
  { id: 'access.denied', name: 'Refused attempts' },
  { id: 'member.added', name: 'Members added' },
  { id: 'member.role_changed', name: 'Roles in rooms changed' },
  { id: 'member.removed', name: 'Members removed' },
  { id: 'folder.access_set', name: 'Who sees a folder changed' },
  { id: 'folder.moved', name: 'Folders renamed or moved' },
  { id: 'group.member_added', name: 'Group members added' },
  { id: 'group.member_removed', name: 'Group members removed' },
  { id: 'group.created', name: 'Groups made' },
  { id: 'group.edited', name: 'Groups changed' },
  { id: 'group.deleted', name: 'Groups deleted' },
  { id: 'share.created', name: 'Links made' },
  { id: 'share.redeemed', name: 'Links used' },
  { id: 'share.revoked', name: 'Links revoked' },
  { id: 'room.created', name: 'Rooms made' },
  { id: 'room.edited', name: 'Settings of rooms changed' },
  { id: 'room.exported', name: 'Rooms exported' },
  { id: 'room.archived', name: 'Rooms archived' },
  { id: 'room.deleted', name: 'Rooms destroyed' },
  { id: 'access.explained', name: 'Rights looked up' },
  { id: 'session.started', name: 'Sign-ins' },
  { id: 'session.factor_refused', name: 'Second factors refused' },
  { id: 'invitation.created', name: 'People invited' },
  { id: 'user.role_changed', name: 'Roles of people changed' },
  { id: 'user.clearance_changed', name: 'Clearances changed' },
  { id: 'user.deactivated', name: 'People deactivated' },
  { id: 'token.created', name: 'API tokens made' },
] as const;

const OF_ORGANISATION = /^(session|invitation|user|token)\./u;

type FiltersProps = Readonly<{
  /** Filters that leave something out. */
  used: number;
  clear: () => void;
  /** Buttons before that of the filters of a phone. */
  lead?: ReactNode;
  children: ReactNode;
}>;

/** The filters of a list. A phone shows them on demand. */
export function Filters({ used, clear, lead, children }: FiltersProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="no-print">
      <div className={lead === undefined ? 'narrow-only' : 'row filters-head'}>
        {lead}
        <div className="narrow-only">
          <Button isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {used === 0 ? 'Filters' : `Filters (${used})`}
            <Icon name={isOpen ? 'up' : 'down'} />
          </Button>
        </div>
      </div>
      <div className="filters" data-open={isOpen || undefined}>
        {children}
        {used > 0 && (
          <div>
            <Button kind="quiet" onPress={clear}>
              Clear filters
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

const PRESETS = [
  { days: 1, name: 'Today' },
  { days: 2, name: 'Since yesterday' },
  { days: 7, name: '7 days' },
  { days: 30, name: '30 days' },
] as const;

/** The first and the last day of a list: whole days where the reader is. */
export function DayFilters(): ReactNode {
  const { searchParams } = useAddress();
  return (
    <>
      <DayField label="From" value={searchParams.get('from') ?? ''} onChange={(day) => setQuery({ from: day })} />
      <DayField label="To" value={searchParams.get('to') ?? ''} onChange={(day) => setQuery({ to: day })} />
      <div className="filter-days" role="group" aria-label="Days">
        {PRESETS.map(({ days, name }) => {
          const from = firstOfDays(days);
          const isChosen = searchParams.get('from') === from && !searchParams.get('to');
          return (
            <Button key={name} kind="quiet" isPressed={isChosen} onPress={() => setQuery({ from, to: '' })}>
              {name}
            </Button>
          );
        })}
      </div>
    </>
  );
}

/** Says in which zone days and times of a list are. */
export const ZoneOfTimes = (): ReactNode => <span className="soft">Times are in {zoneName()}.</span>;

/** Folders and files of a room by name. Names of other things lead to no page. */
function thingsIn(names: SentenceNames) {
  const found = [...names].flatMap(([id, { name, folder, to, groups }]) => {
    if (to === undefined) return [];
    return [groups === undefined ? { id, name, note: folder } : { id, name, note: 'folder' }];
  });
  const byName = found.toSorted((one, other) => one.name.localeCompare(other.name));
  return [...byName.filter(({ id }) => isFolder(names, id)), ...byName.filter(({ id }) => !isFolder(names, id))];
}

/** The words for the changes of who could see a file or a folder. */
export const rightsOf = (names: SentenceNames, about: string): string =>
  `Rights of this ${isFolder(names, about) ? 'folder' : 'file'}`;

type EventFiltersProps = Readonly<{ roomId: string | undefined; names: SentenceNames; lead?: ReactNode }>;

/** The filters of the activity: what, who, which file and when. */
export function EventFilters({ roomId, names, lead }: EventFiltersProps): ReactNode {
  const { searchParams } = useAddress();
  const [type, actor] = [searchParams.get('type') ?? 'all', searchParams.get('person') ?? 'all'];
  const people = (usePeople().data ?? [])
    .map(({ id, name, email }) => ({
      id,
      name: name || (email ?? 'an invited person'),
      note: name === '' ? undefined : email,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const about = searchParams.get('about') ?? 'all';
  const things = useMemo(() => (roomId === undefined ? [] : thingsIn(names)), [roomId, names]);
  const members = useMembers(roomId).data;
  const inRoom = new Set(members?.map(({ user_id: id }) => id));
  const used = ['type', 'person', 'about', 'from', 'to'].filter((name) => (searchParams.get(name) ?? '') !== '').length;
  const kinds = TYPES.filter(({ id }) => (roomId === undefined ? id !== OF_SIGHT : !OF_ORGANISATION.test(id))).map(
    (kind) => (kind.id === OF_SIGHT && about !== 'all' ? { ...kind, name: rightsOf(names, about) } : kind),
  );
  return (
    <Filters used={used} clear={() => setQuery({ type: '', person: '', about: '', from: '', to: '' })} lead={lead}>
      <Select
        label="What"
        value={type}
        options={kinds}
        onChange={(next) => setQuery({ type: next === 'all' ? '' : next })}
      />
      <Combo
        label="Who"
        value={actor}
        options={[
          { id: 'all', name: 'Everyone' },
          ...people.filter(({ id }) => members === undefined || inRoom.has(id)),
        ]}
        more={members === undefined ? [] : people.filter(({ id }) => !inRoom.has(id))}
        onChange={(next) => setQuery({ person: next === 'all' ? '' : next })}
      />
      {things.length > 0 && (
        <Combo
          label="File or folder"
          value={about}
          options={[{ id: 'all', name: 'All of them' }, ...things]}
          onChange={(next) => setQuery({ about: next === 'all' ? '' : next })}
        />
      )}
      <DayFilters />
    </Filters>
  );
}
