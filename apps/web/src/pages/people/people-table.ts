import type { Person } from '@strongroom/client';
import { roleName } from '../org-roles.ts';
import { secondFactorWords } from './second-factor-words.ts';

const HEADS = ['Name', 'E-mail', 'From', 'State', 'Role', 'Clearance', 'Last sign-in', 'Second factor', 'Since'];

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
    secondFactorWords(person),
    person.created_at ?? '',
  ]),
];
