import type { Person } from '@strongroom/client';
import { roleName } from '../org-roles.ts';

const HEADS = ['Name', 'E-mail', 'From', 'State', 'Role', 'Clearance', 'Last sign-in', 'Since'];

/** People as a table. A cell is empty where the caller may not know it, and the last sign-in where none is known. */
export const peopleAsTable = (people: readonly Person[]): readonly (readonly string[])[] => [
  HEADS,
  ...people.map((person) => [
    person.name,
    person.email ?? '',
    person.external ? 'outside' : 'the organisation',
    person.status ?? '',
    person.role === undefined ? '' : roleName(person.role),
    person.effective_clearance ?? '',
    person.last_sign_in_at ?? '',
    person.created_at ?? '',
  ]),
];
