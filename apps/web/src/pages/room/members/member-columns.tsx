import type { Member, Person } from '@strongroom/client';
import type { ReactNode } from 'react';
import { capitalized, formatDate } from '../../../base/format.ts';
import { addressWith } from '../../../base/router.tsx';
import { Classification } from '../../../design/classification.tsx';
import type { Column } from '../../../design/table.tsx';
import { Address, Badge } from '../../../design/text.tsx';
import { ROOM_ROLES, roomRole } from '../../room-roles.ts';
import { nameOfMember } from '../../sight.ts';

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

export function Sees({ member, clearance }: Readonly<{ member: Member; clearance: string | undefined }>): ReactNode {
  if (member.effective_access === 'full') return <Upto clearance={clearance} />;
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
export function until({ expires_at: at }: Member): string {
  if (at === undefined) return '';
  return at === null ? 'no end' : formatDate(at);
}

export const VISITS = 'Visits with a browser are noted. A program, or a person on the command line, leaves none.';

/** The day of the last visit with a browser, the same in every time zone but those near the date line. Empty where the caller does not see it. */
export function lastVisit({ last_visit_on: day }: Member): string {
  if (day === undefined) return '';
  return day === null ? 'none noted' : formatDate(`${day}T12:00:00Z`);
}

/** The highest label that a member sees, where the caller may know it. */
function Upto({ clearance }: Readonly<{ clearance: string | undefined }>): ReactNode {
  if (clearance === undefined) return <Badge tone="good">the room</Badge>;
  return (
    <div className="short">
      up to <Classification label={clearance} isShort />
    </div>
  );
}

const PersonName = ({ member, user }: Readonly<{ member: Member; user: Person | undefined }>): ReactNode => (
  <div className="person">
    <a className="name" href={addressWith({ member: member.user_id })}>
      {member.name ||
        (user?.email === undefined ? capitalized(nameOfMember(member, user)) : <Address of={user.email} />)}
    </a>{' '}
    {user?.status === 'invited' && <Badge>invited</Badge>}{' '}
    {user?.external && <Badge tone="accent">{roomRole(member.role)?.outside ?? 'outside'}</Badge>}
    {member.name !== '' && user?.email !== undefined && (
      <div className="soft">
        <Address of={user.email} />
      </div>
    )}
  </div>
);

type People = ReadonlyMap<string, Person>;

/** The columns of a list of members in which anything is to be seen. `others`: those but the reader. */
export function memberColumns(people: People, others: readonly Member[]): readonly Column<Member>[] {
  const clearanceOf = ({ user_id: id }: Member): string | undefined => people.get(id)?.effective_clearance;
  const columns: readonly MemberColumn[] = [
    {
      id: 'name',
      head: 'Person',
      key: (member) => nameOfMember(member, people.get(member.user_id)),
      cell: (member) => <PersonName member={member} user={people.get(member.user_id)} />,
    },
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
      key: (member) => (member.effective_access === 'full' ? (clearanceOf(member) ?? '0') : ''),
      cell: (member) => <Sees member={member} clearance={clearanceOf(member)} />,
    },
    GROUPS,
    {
      id: 'here',
      head: 'Last visit',
      isIn: ({ last_visit_on: day }) => day !== undefined,
      isRoomy: true,
      isShort: true,
      key: ({ last_visit_on: day }) => day ?? '',
      cell: (member) => (
        <span className="soft" title={VISITS}>
          {lastVisit(member)}
        </span>
      ),
    },
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
  return columns.filter(({ isIn }) => isIn === undefined || others.some(isIn));
}
