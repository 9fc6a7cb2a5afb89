/**
 * Rights that users meant to give who could give them, in the words of the interface. It knows the roles and nothing of the policy table, so
 * that a fault there is no fault here.
 */
import { HOUR, type Label, type OrgRole, plus, type User } from '../../src/index.ts';
import type { Act } from './acts.ts';
import { linkWorks, reads } from './facts-in.ts';
import { clearanceOf, type Meant, NAMES, type Name, place, ROOMS, roleIn, type State } from './state.ts';

/** "Only an owner makes an owner, a domain admin or a security officer; a department admin makes members." */
function mayGive(by: User | undefined, role: OrgRole): boolean {
  if (by?.role === 'owner') return true;
  if (by?.role === 'domain_admin') return role === 'department_admin' || role === 'auditor' || role === 'member';
  return by?.role === 'department_admin' && role === 'member';
}

const setsClearances = (by: User | undefined): boolean =>
  by?.role === 'owner' || by?.role === 'domain_admin' || by?.role === 'security_officer';

const isOwner = (state: State, room: 'R' | 'Q', name: Name): boolean =>
  roleIn(state, room, name) === 'owner' && state.users[name]?.status === 'active';

/** "An orphaned room is adopted by owners of the organisation, and by domain admins where no other user took its owner." */
const mayAdopt = (before: State, name: Name): boolean => {
  const role = before.users[name]?.role;
  const isOrphan = NAMES.every((one) => !isOwner(before, 'R', one));
  return isOrphan && (role === 'owner' || (role === 'domain_admin' && !before.meant.taken));
};

/** The rights that are meant after an act. */
export function meantAfter(before: State, act: Act, after: State): Meant {
  const { meant } = before;
  if (act.does === 'wait for 40 hours') return { ...meant, roles: lapsed(meant.roles, after) };
  if (act.does === 'accept') return withRole(meant, act.by, meant.roles[act.by]?.role);
  if (act.does === 'relabel') return isOwner(before, 'R', act.by) ? { ...meant, label: act.label } : meant;
  if (!('on' in act)) return meant;
  const { by, on } = act;
  const [giver, user] = [before.users[by], after.users[on]];
  const until = user?.status === 'invited' ? plus(after.now, 72 * HOUR) : null;
  switch (act.does) {
    case 'invite':
    case 'give role':
    case 'reactivate':
    case 'send link': {
      const role = act.does === 'invite' || act.does === 'give role' ? act.role : user?.role;
      if (role === undefined || !mayGive(giver, role)) return meant;
      // A changed role makes no new link, so it lapses with the one that is there.
      const end = act.does === 'give role' ? (meant.roles[on]?.until ?? null) : until;
      const given = { ...meant, roles: { ...meant.roles, [on]: { role, until: end } } };
      // A user who is made from nothing has no override, which callers who set clearances may mean.
      const { [on]: _, ...lowered } = meant.lowered;
      return before.users[on] === undefined && setsClearances(giver) ? { ...given, lowered } : given;
    }
    case 'invite to room': {
      const isMade = user?.status === 'invited' && user.external === true && user.role === 'member';
      const made = isMade && isOwner(before, act.room, by) ? { role: 'member' as const, until } : meant.roles[on];
      return member({ ...meant, roles: { ...meant.roles, ...(made && { [on]: made }) } }, before, act);
    }
    case 'add':
      return member(meant, before, act);
    case 'remove':
      return { ...without(meant, on, [act.room]), taken: act.room === 'R' ? isTaken(before, by, on) : meant.taken };
    case 'uninvite':
    case 'deactivate': {
      const { [on]: _, ...roles } = meant.roles;
      const { [on]: lowered, ...others } = meant.lowered;
      // A restriction of the address ends with the user only where the remover may set clearances.
      const isKept = act.does === 'deactivate' || !setsClearances(giver);
      return {
        ...without({ ...meant, roles }, on, ROOMS),
        lowered: isKept && lowered !== undefined ? { ...others, [on]: lowered } : others,
        taken: isTaken(before, by, on),
      };
    }
    case 'clear': {
      const { [on]: _, ...others } = meant.lowered;
      return { ...meant, lowered: act.label === 'C1' ? { ...others, [on]: act.label } : others };
    }
    case 'link keys':
      return meant.keys[on] === undefined ? { ...meant, keys: { ...meant.keys, [on]: by } } : meant;
    case 'unlink keys': {
      if (by === on || (giver?.role !== 'owner' && giver?.role !== 'security_officer')) return meant;
      const { [on]: _, ...keys } = meant.keys;
      return { ...meant, keys };
    }
    case 'link person':
    case 'accept as person': {
      const entered = act.does === 'link person' ? meant : withRole(meant, on, meant.roles[on]?.role);
      return meant.persons[on] === undefined ? { ...entered, persons: { ...meant.persons, [on]: by } } : entered;
    }
    case 'unlink person': {
      if (by !== on && giver?.role !== 'owner' && giver?.role !== 'security_officer') return meant;
      const { [on]: _, ...persons } = meant.persons;
      return { ...meant, persons };
    }
    case 'mark':
    case 'put in unit':
      break;
  }
  return meant;
}

const withRole = (meant: Meant, name: Name, role: OrgRole | undefined): Meant =>
  role === undefined ? meant : { ...meant, roles: { ...meant.roles, [name]: { role, until: null } } };

const lapsed = (roles: Meant['roles'], { now }: State): Meant['roles'] =>
  Object.fromEntries(Object.entries(roles).filter(([, { until }]) => until === null || now < until));

function member(meant: Meant, before: State, act: Extract<Act, { does: 'add' | 'invite to room' }>): Meant {
  const { by, on, room, as } = act;
  if (!isOwner(before, room, by) && (room === 'Q' || !mayAdopt(before, by))) return meant;
  return { ...meant, members: { ...meant.members, [place(room, on)]: as } };
}

const without = (meant: Meant, on: Name, rooms: readonly ('R' | 'Q')[]): Meant => ({
  ...meant,
  members: Object.fromEntries(
    Object.entries(meant.members).filter(([key]) => rooms.every((room) => key !== place(room, on))),
  ),
});

const isTaken = (before: State, by: Name, on: Name): boolean =>
  before.meant.taken ||
  (roleIn(before, 'R', on) === 'owner' &&
    by !== on &&
    before.users[by]?.role !== 'owner' &&
    roleIn(before, 'R', by) !== 'owner');

const RANKS = ['', 'C1', 'C2', 'C3', 'C4'];
const above = (one: Label | '', other: Label | ''): boolean => RANKS.indexOf(one) > RANKS.indexOf(other);

/** The right that a person has and no user gave them who could, in a sentence; undefined if there is none. */
export function unmeant(before: State, act: Act, after: State): string | undefined {
  const { meant } = after;
  for (const name of NAMES) {
    const user = after.users[name];
    if (user === undefined) continue;
    const isIn = user.status === 'active';
    const canEnter = user.status === 'invited' && user.invitations.at(-1)?.status === 'pending';
    const isOpen = canEnter && (user.invitations.at(-1)?.expiresAt ?? 0) > after.now;
    if ((isIn || isOpen) && meant.roles[name]?.role !== user.role) return `${name} is or may become ${user.role}`;
    if (isIn && reads(after, name)) {
      if (meant.members[place('R', name)] !== roleIn(after, 'R', name)) return `${name} reads the file`;
      if (above(meant.label, after.file.label)) return `${name} reads a file that was labelled lower`;
    }
    const lowered = meant.lowered[name];
    if (lowered !== undefined && user.status !== 'deactivated' && above(clearanceOf(user), lowered))
      return `${name} is free of a lowered clearance`;
    if (meant.keys[name] !== undefined && user.keyPerson && user.keyPerson.id !== meant.keys[name])
      return `${user.keyPerson.id} gets the keys of ${name}`;
    if (user.identity !== undefined && user.identity.subject !== meant.persons[name])
      return `${user.identity.subject} signs in as ${name}`;
    if ('on' in act && act.on === name && act.by !== name && isRaised(before, act.by, name, after))
      return `${name} has more clearance than ${act.by} has`;
  }
  const { link } = after;
  const creator = link && NAMES.find((name) => after.users[name]?.id === link.createdBy);
  if (link !== undefined && linkWorks(after))
    if (creator === undefined || !['owner', 'contributor'].includes(meant.members[place('R', creator)] ?? ''))
      return `the link of ${creator ?? 'a removed user'} works`;
  return undefined;
}

function isRaised(before: State, by: Name, on: Name, after: State): boolean {
  const [was, is] = [before.users[on], after.users[on]];
  const could = was?.status === 'active' || was?.status === 'invited' ? clearanceOf(was) : '';
  const can = is?.status === 'active' || is?.status === 'invited' ? clearanceOf(is) : '';
  return above(can, could) && above(can, clearanceOf(before.users[by]));
}
