import type { Member, Person, Room } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { capitalized, formatDate } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { useMyself } from '../../../base/me.ts';
import { queries } from '../../../base/queries.ts';
import { goTo, setQuery, useAddress } from '../../../base/router.tsx';
import { Classification } from '../../../design/classification.tsx';
import { Button } from '../../../design/controls.tsx';
import { Menu } from '../../../design/layers.tsx';
import { type ListFilter, ListPage } from '../../../design/list-page.tsx';
import type { Column } from '../../../design/table.tsx';
import { Address, Badge } from '../../../design/text.tsx';
import { usePeople } from '../../people-data.ts';
import { isRoomRole, ROOM_ROLES, roomRole } from '../../room-roles.ts';
import { nameOfMember, useMembers } from '../../sight.ts';
import { useGroups } from '../base/use-groups.ts';
import { AddPeople } from './add-people-dialog.tsx';
import { ChangeMembers } from './change-members.tsx';
import { ChangeRole } from './change-role.tsx';
import { InviteAgain } from './invite-again.tsx';
import type { ManyDialog } from './many-members.ts';
import { actionsOfMember, type MemberDialog, offersForMany, offersOfGroups } from './member-actions.ts';
import { WhoSeesWhom } from './member-visibility.tsx';
import { MembershipEnd, MembershipOver } from './membership-dialogs.tsx';
import { RoomAsMember, ViewAs } from './view-as.tsx';

export function Members({ room }: Readonly<{ room: Room }>): ReactNode {
  const me = useMyself();
  const { searchParams } = useAddress();
  const members = useMembers(room.id);
  const people = new Map((usePeople().data ?? []).map((person) => [person.id, person]));
  const emailOf = ({ user_id: id }: Member): string => people.get(id)?.email ?? '';
  const nameIn = (member: Member): string => nameOfMember(member, people.get(member.user_id));
  const isInvited = ({ user_id: id }: Member): boolean => people.get(id)?.status === 'invited';
  /** A caller who sees little of others sees all of their own row. */
  const others = (members.data ?? []).filter(({ user_id: id }, _, { length }) => length === 1 || id !== me.id);
  const columns: readonly MemberColumn[] = [
    { id: 'name', head: 'Person', key: nameIn, cell: (member) => <PersonName member={member} /> },
    {
      id: 'role',
      head: 'Role',
      isShort: true,
      key: ({ role }) => -ROOM_ROLES.findIndex(({ id }) => id === role),
      cell: (member) => <RoleName member={member} isAlone={!others.some(hasUntil)} />,
    },
    {
      id: 'sees',
      head: 'Sees',
      isIn: ({ effective_access: access, expired }) => access !== undefined || expired === true,
      key: (member) =>
        member.effective_access === 'full' ? (people.get(member.user_id)?.effective_clearance ?? '0') : '',
      cell: (member) => <Sees member={member} />,
    },
    GROUPS,
    {
      id: 'since',
      head: 'Since',
      isIn: ({ created_at: at }) => at !== undefined,
      isRoomy: true,
      isShort: true,
      key: ({ created_at: at }) => at ?? '',
      cell: ({ created_at: at }) => <span className="soft">{at === undefined ? '' : formatDate(at)}</span>,
    },
    {
      id: 'until',
      head: 'Until',
      isIn: hasUntil,
      isRoomy: true,
      isShort: true,
      key: ({ expires_at: at }) => at ?? '',
      cell: (member) => <span className="soft">{until(member)}</span>,
    },
  ];
  const [isTold, setTold] = useState(false);
  const [many, setMany] = useState<Readonly<{ dialog: ManyDialog; chosen: ReadonlySet<string>; done: () => void }>>();
  const [open, setOpen] = useState<Readonly<{ dialog: MemberDialog; member: Member }>>();
  const close = (): void => setOpen(undefined);
  const invitee = people.get(open?.member.user_id ?? '');
  const groups = useGroups(room.id, may(room, 'room.sight')).data ?? [];
  const mayMakeGroup = may(room, 'group.create');
  const isInvitedAgain = (member: Member): boolean =>
    isInvited(member) && may(room, 'room.invite') && people.get(member.user_id)?.external === true;
  const offers = offersForMany(members.data ?? [], { ownId: me.id, groups, mayMakeGroup, isInvitedAgain });
  const groupOffers = offersOfGroups(members.data ?? [], { groups, mayMakeGroup });
  /** With the address where the room has two people of a name. */
  const nameAmong = (member: Member): string => {
    const isAlone = members.data?.every((one) => one.user_id === member.user_id || nameIn(one) !== nameIn(member));
    return isAlone === false ? `${nameIn(member)} (${emailOf(member)})` : nameIn(member);
  };
  const shownAs = members.data?.find(({ user_id: id }) => id === searchParams.get('as'));
  const mayAdd = may(room, 'room.invite') || (room.status === 'active' && may(room, 'room.members.add'));
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['members', room.id] });
  if (shownAs !== undefined) return <RoomAsMember room={room} member={shownAs} name={nameIn(shownAs)} />;
  return (
    <>
      <div className="row intro">
        <div className={isTold ? 'grow' : 'grow wide-only'}>
          <p className="soft">Clearance decides what a member really sees: a role alone opens nothing above it.</p>
          <WhoSeesWhom room={room} />
        </div>
        <div className="narrow-only">
          <Button icon="info" label="Who sees what" isExpanded={isTold} onPress={() => setTold(!isTold)} />
        </div>
        {mayAdd && <AddButton room={room} onDone={changed} />}
      </div>
      <ListPage
        label="Members"
        noun={['member', 'members']}
        rows={members.data}
        error={members.error}
        find="Find a member"
        idOf={({ user_id: id }) => id}
        textOf={(member) =>
          [nameIn(member), emailOf(member), ...(member.groups ?? []).map(({ name }) => name)].join(' ')
        }
        columns={columns.filter(({ isIn }) => isIn === undefined || others.some(isIn))}
        filters={[ROLES, ...(people.size === 0 ? [] : [stateFilter(people)])]}
        order="name"
        actions={(member) => (
          <Menu
            label={`Actions for ${nameIn(member)}`}
            actions={actionsOfMember(member, {
              isOneself: member.user_id === me.id,
              isOwner: may(room, 'room.sight'),
              isInvited: isInvited(member),
              isInvitedAgain: isInvitedAgain(member),
              groupOffers,
              mayReadActivity: may(room, 'audit.room.read'),
              showActivity: () => goTo(`/rooms/${room.id}/activity?person=${member.user_id}`),
              openMany: (dialog) => setMany({ dialog, chosen: new Set([member.user_id]), done: () => undefined }),
              show: () => setQuery({ as: member.user_id }, false),
              open: (dialog) => setOpen({ dialog, member }),
            })}
          />
        )}
        bulk={
          offers.length === 0
            ? undefined
            : (chosen, done) =>
                offers.map(({ id, name, icon }) => (
                  <Button
                    key={id}
                    icon={icon}
                    {...(id === 'remove' && { kind: 'danger' as const })}
                    onPress={() =>
                      setMany({ dialog: id, chosen: new Set(chosen.map(({ user_id: one }) => one)), done })
                    }
                  >
                    {name}
                  </Button>
                ))
        }
      />
      {many && (
        <ChangeMembers
          room={room}
          groups={groups}
          nameOf={nameAmong}
          {...many}
          onClose={() => setMany(undefined)}
          onAll={many.done}
        />
      )}
      {open?.dialog === 'end' && (
        <MembershipEnd
          room={room}
          member={open.member}
          name={nameAmong(open.member)}
          onClose={close}
          onDone={changed}
        />
      )}
      {open?.dialog === 'over' && (
        <MembershipOver
          room={room}
          member={open.member}
          isInvited={isInvited(open.member)}
          onClose={close}
          onDone={changed}
        />
      )}
      {open?.dialog === 'again' && invitee !== undefined && (
        <InviteAgain room={room} member={open.member} person={invitee} onClose={close} />
      )}
      {open !== undefined && isRoomRole(open.dialog) && (
        <ChangeRole room={room} member={open.member} role={open.dialog} onClose={close} onDone={changed} />
      )}
      {open?.dialog === 'as' && <ViewAs room={room} member={open.member} onClose={close} />}
    </>
  );
}

/** Opens its dialog by itself, so that a long list is not drawn again for it. */
function AddButton({ room, onDone }: Readonly<{ room: Room; onDone: () => Promise<void> }>): ReactNode {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
        Add people
      </Button>
      {isAdding && <AddPeople room={room} onClose={() => setAdding(false)} onDone={onDone} />}
    </>
  );
}

const ROLES: ListFilter<Member> = {
  id: 'role',
  label: 'Role',
  options: ROOM_ROLES,
  fits: ({ role }, wanted) => role === wanted,
};

const STATES = [
  { id: 'invited', name: 'Invited, not yet here' },
  { id: 'outside', name: 'Outside' },
  { id: 'blind', name: 'See nothing' },
] as const;

const stateFilter = (people: ReadonlyMap<string, Person>): ListFilter<Member> => ({
  id: 'state',
  label: 'State',
  options: STATES,
  fits: (member, wanted) => {
    const person = people.get(member.user_id);
    if (wanted === 'invited') return person?.status === 'invited';
    return wanted === 'outside' ? person?.external === true : member.effective_access === 'none';
  },
});

/** `isIn`: whether a member has something in it. A column in which no other member has anything is left out. */
type MemberColumn = Column<Member> & Readonly<{ isIn?: (member: Member) => boolean }>;

const GROUPS: MemberColumn = {
  id: 'groups',
  head: 'Groups',
  isIn: ({ groups = [] }) => groups.length > 0,
  key: ({ groups = [] }) => groups.map(({ name }) => name).join(', '),
  cell: ({ groups = [] }) =>
    groups.length > 0 && (
      <div className="soft groups clamp" title={groups.map(({ name }) => name).join(', ')}>
        {groups.map(({ name }) => name).join(', ')}
      </div>
    ),
};

/** With the end of the membership where it has no column, or the window is too narrow for that one. */
const RoleName = ({ member, isAlone }: Readonly<{ member: Member; isAlone: boolean }>): ReactNode => (
  <>
    {roomRole(member.role)?.name}
    {typeof member.expires_at === 'string' && (
      <div className={isAlone ? 'soft' : 'soft not-broad'}>until {until(member)}</div>
    )}
  </>
);

function Sees({ member }: Readonly<{ member: Member }>): ReactNode {
  if (member.effective_access === 'full') return <Upto member={member} />;
  if (member.expired === true)
    return (
      <Badge tone="warn" title="Only owners of the room still see this entry">
        nothing: membership over
      </Badge>
    );
  if (member.effective_access === undefined) return null;
  return (
    <Badge tone="warn" title="Their clearance is below the label of the room">
      nothing: clearance too low
    </Badge>
  );
}

const hasUntil = ({ expires_at: at }: Member): boolean => at !== undefined;

/** Empty where the caller does not see it. */
function until({ expires_at: at }: Member): string {
  if (at === undefined) return '';
  return at === null ? 'no end' : formatDate(at);
}

/** The highest label that a member sees, where the caller may know it. */
function Upto({ member }: Readonly<{ member: Member }>): ReactNode {
  const clearance = usePeople().data?.find(({ id }) => id === member.user_id)?.effective_clearance;
  if (clearance === undefined) return <Badge tone="good">the room</Badge>;
  return (
    <div className="short">
      up to <Classification label={clearance} isShort />
    </div>
  );
}

function PersonName({ member }: Readonly<{ member: Member }>): ReactNode {
  const people = usePeople().data ?? [];
  const user = people.find(({ id }) => id === member.user_id);
  return (
    <div className="person">
      <strong>
        {member.name ||
          (user?.email === undefined ? capitalized(nameOfMember(member, user)) : <Address of={user.email} />)}
      </strong>{' '}
      {user?.status === 'invited' && <Badge>invited</Badge>}{' '}
      {user?.external && <Badge tone="accent">{roomRole(member.role)?.outside ?? 'outside'}</Badge>}
      {member.name !== '' && user?.email !== undefined && (
        <div className="soft">
          <Address of={user.email} />
        </div>
      )}
    </div>
  );
}
