import type { Person } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { searchableText } from '../base/list-view.ts';
import { may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { service } from '../base/service.ts';
import type { Suggestion } from '../design/address-field.tsx';
import { isWhole, nameOfPerson } from './person-name.ts';

const MOST = 5000;

type Query = Parameters<typeof service.users.list>[0];

async function everybody(query: Query = {}): Promise<readonly Person[]> {
  const people: Person[] = [];
  for await (const user of service.users.list({ per_page: 100, ...query })) {
    people.push(user);
    if (people.length >= MOST) break;
  }
  return people;
}

/** Everyone whom the caller may see. */
export const usePeople = (isEnabled = true) =>
  useQuery({ queryKey: ['people'], queryFn: () => everybody(), staleTime: 30_000, enabled: isEnabled });

/** Everyone whom the caller may see, each with the actions that are allowed to the caller. */
export const usePeopleToManage = () =>
  useQuery({
    queryKey: ['people', 'may'],
    queryFn: () => everybody({ may: 'true', last_sign_in: 'true', second_factor: 'true' }),
    staleTime: 30_000,
  });

export const STATUS_TONES = { active: 'good', invited: 'warn', deactivated: 'danger' } as const;

/** The name of a person: an unnamed one by their address. Who is not listed was removed, or is hidden from the caller. */
export function useNames(): (id: string | null) => string {
  const people = usePeople().data;
  const seesAll = may(useMyself(), 'user.list_all') && people !== undefined && people.length < MOST;
  const names = new Map(people?.map((person) => [person.id, nameOfPerson(person)]));
  const unknown = people === undefined ? 'a person' : seesAll ? 'a person who was removed' : 'a person you cannot see';
  return (id) => (id === null ? 'the service' : (names.get(id) ?? unknown));
}

/** The address of a person whom the caller sees. */
export function useEmails(): (id: string) => string {
  const emails = new Map(usePeople().data?.map(({ id, email }) => [id, email ?? '']));
  return (id) => emails.get(id) ?? '';
}

const MAX_SUGGESTED = 5;

/** People with an account whose name or address has a word that begins with the typed letters, those who are there already last. */
export const suggestPeople = (
  people: readonly Person[],
  typed: string,
  there: ReadonlySet<string>,
  whyNot = 'is in the room',
): readonly Suggestion[] => {
  const sought = searchableText(typed);
  return people
    .filter(isWhole)
    .filter(({ status }) => status !== 'deactivated')
    .filter(({ name, email }) => ` ${searchableText(`${name} ${email}`)}`.includes(` ${sought}`))
    .toSorted((one, other) => Number(there.has(one.id)) - Number(there.has(other.id)))
    .slice(0, MAX_SUGGESTED)
    .map(({ id, name, email }) => ({
      email,
      name: name || email,
      ...(there.has(id) && { whyNot }),
    }));
};
