import type { Person, User } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { plural } from '../../base/format.ts';
import { isolateNames } from '../../base/isolating.ts';
import { listNames } from '../../base/list-names.ts';
import { useMyself } from '../../base/me.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { changeEach } from '../room/base/change-each.ts';
import { type Choices, clearedName, NO_CHOICES, nameAmong } from './many-people.ts';

export type ChosenPeople = Readonly<{
  rows: readonly User[];
  /** Everyone who is listed. */
  all: readonly Person[];
  onClose: () => void;
  /** All of them are changed: the ticks go. */
  onAll: () => void;
}>;

/** "Ann Adams", "3 people". */
export const whom = (some: readonly User[]): string =>
  some.length === 1 && some[0] ? isolateNames`${nameAmong(some[0], some)}` : plural(some.length, 'person', 'people');

/** "Ann Adams is", "3 people are". */
export const subject = (some: readonly User[]): string => `${whom(some)} ${some.length === 1 ? 'is' : 'are'}`;

export const namesOf = (some: readonly User[], all: readonly Person[]): string =>
  listNames(some.map((user) => nameAmong(user, all)));

/** Each with the clearance that they have before a change. */
export const clearedNames = (some: readonly User[], all: readonly Person[]): string =>
  listNames(some.map((user) => clearedName(user, all)));

export const useShared = ({ all, onClose, onAll }: ChosenPeople) => ({
  idOf: ({ id }: User): string => id,
  nameOf: (user: User): string => nameAmong(user, all),
  onClose,
  onDone: async (isAll: boolean): Promise<void> => {
    if (isAll) onAll();
    await queries.invalidateQueries({ queryKey: ['people'] });
  },
});

/** Asks for each of several people what the caller may give them. One who cannot be read is left out. */
async function readChoices(people: readonly User[]): Promise<Choices> {
  const found = new Map<string, Readonly<{ roles: readonly string[]; clearances: readonly string[] }>>();
  await changeEach(people, async ({ id }) => {
    const { roles_to_give: roles = [], clearances_to_give: clearances = [] } = await service.users.get(id);
    found.set(id, { roles, clearances });
  });
  return found;
}

/** `choices`: empty while they are read. */
export function useChoices(people: readonly User[]) {
  const ownId = useMyself().id;
  const { data, isPending } = useQuery({
    queryKey: ['choices', ...people.map(({ id }) => id)],
    queryFn: () => readChoices(people),
    staleTime: 0,
  });
  return { choices: data ?? NO_CHOICES, isPending, ownId };
}
