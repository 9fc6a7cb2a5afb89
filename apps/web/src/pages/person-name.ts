import type { Person, User } from '@strongroom/client';

/** Whether the caller sees all of a person: external callers see only the names of others. */
export const isWhole = (person: Person): person is User => person.email !== undefined;

/** An erased person has neither name nor address. */
export const nameOfPerson = ({ name, email, status, erased_at: erasedAt }: Person): string => {
  if (name !== '') return name;
  if (erasedAt !== undefined) return 'an erased person';
  return email || (status === undefined ? 'a person without a name' : 'an invited person');
};
