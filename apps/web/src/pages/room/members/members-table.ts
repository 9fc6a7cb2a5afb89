import type { Member, Person } from '@strongroom/client';
import { roomRole } from '../../room-roles.ts';

const HEADS = [
  'Name',
  'E-mail',
  'From',
  'State',
  'Role',
  'Clearance',
  'Sees',
  'Groups',
  'Since',
  'Until',
  'Last visit',
];

/** Members of a room as a table. A cell is empty where the caller may not know it. */
export const membersAsTable = (
  members: readonly Member[],
  people: ReadonlyMap<string, Person>,
): readonly (readonly string[])[] => [HEADS, ...members.map((member) => rowOf(member, people.get(member.user_id)))];

function rowOf(member: Member, person: Person | undefined): readonly string[] {
  const { name, role, groups = [], created_at: since, expires_at: until } = member;
  return [
    name,
    person?.email ?? '',
    fromOf(person),
    member.expired === true ? 'over' : (person?.status ?? ''),
    roomRole(role)?.name ?? role,
    person?.effective_clearance ?? '',
    seesOf(member),
    groups.map((group) => group.name).join('; '),
    since ?? '',
    until === null ? 'no end' : (until ?? ''),
    member.last_visit_on ?? '',
  ];
}

function fromOf(person: Person | undefined): string {
  if (person?.external === undefined) return '';
  return person.external ? 'outside' : 'the organisation';
}

function seesOf({ effective_access: access, expired }: Member): string {
  if (access === undefined && expired !== true) return '';
  return access === 'full' ? 'the room' : 'nothing';
}
