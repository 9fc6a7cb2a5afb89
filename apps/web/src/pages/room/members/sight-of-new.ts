import type { Member, Person } from '@strongroom/client';

/** A person who is about to be added to a room, by their address. */
export type NewMember = Readonly<{
  email: string;
  name: string;
  /** Typed beside the address of a person without an account. */
  givenName: string | undefined;
  user: Person | undefined;
  isMember: boolean;
  /** Undefined where the caller may not know it. */
  clearance: string | undefined;
  /** Whether their clearance is below the label of the room: they would see nothing of it. */
  seesNothing: boolean;
}>;

type Known = Readonly<{
  people: readonly Person[];
  members: readonly Member[];
  /** The clearance that a person without an account gets. */
  ofNew: string | undefined;
  /** Names that the caller typed beside addresses. */
  names: Readonly<Record<string, string>>;
  isBelow: (clearance: string) => boolean;
}>;

const LONGEST_NAME = 200;
const LINE = /[\p{Cc}\u2028\u2029]/u;

/** A typed name, where the service would take it: a person is rather invited without one than not at all. */
export const givenNameOf = (typed = ''): string | undefined =>
  typed === '' || typed.length > LONGEST_NAME || LINE.test(typed) ? undefined : typed;

/** A person who would see nothing, with the clearance that they get. */
export const raisedTo = (person: NewMember, clearance: string): NewMember =>
  person.seesNothing ? { ...person, clearance, seesNothing: false } : person;

/** The people of these addresses, with what they would see of a room. */
export function newcomersOf(
  emails: readonly string[],
  { people, members, ofNew, names, isBelow }: Known,
): readonly NewMember[] {
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const inRoom = new Set(members.filter(({ expired }) => expired !== true).map(({ user_id: id }) => id));
  return emails.map((email) => {
    const user = byEmail.get(email);
    const clearance = user === undefined ? ofNew : user.effective_clearance;
    return {
      email,
      name: user?.name || names[email] || email,
      givenName: user?.name ? undefined : givenNameOf(names[email]),
      user,
      isMember: user !== undefined && inRoom.has(user.id),
      clearance,
      seesNothing: clearance !== undefined && isBelow(clearance),
    };
  });
}
