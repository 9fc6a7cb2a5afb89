import type { Person, User } from '@strongroom/client';

/** A person with the facts that only some readers get. */
export type WholePerson = User & Pick<Person, 'last_sign_in_at' | 'second_factor'>;

/** Whether the caller sees all of a person: external callers see only the names of others. */
export const isWhole = (person: Person): person is WholePerson => person.email !== undefined;

/** An erased person has neither name nor address. */
export const nameOfPerson = ({ name, email, status, erased_at: erasedAt }: Person): string => {
  if (name !== '') return name;
  if (erasedAt !== undefined) return 'an erased person';
  return email || (status === undefined ? 'a person without a name' : 'an invited person');
};
