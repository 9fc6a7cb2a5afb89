import type { Person, User } from '@strongroom/client';
import { may } from '../../base/may.ts';
import { type Plan, planOf } from '../../base/plan.ts';
import type { IconName } from '../../design/icons.tsx';
import { ROLES, type Role, roleName } from '../org-roles.ts';
import { isWhole, nameOfPerson } from '../person-name.ts';

/** The values that the caller may give to each of several people, by the id of the person. */
export type Choices = ReadonlyMap<string, Readonly<{ roles: readonly string[]; clearances: readonly string[] }>>;
export const NO_CHOICES: Choices = new Map();

export type PeoplePlan = Plan<User>;

const ONESELF = 'that is you: another administrator changes it';
const UNREAD = 'could not be read';

/** `role`: undefined before one is chosen. */
export function planRole(chosen: readonly User[], role: Role | undefined, { choices, ownId }: Context): PeoplePlan {
  return planOf(chosen, (user) => {
    if (user.id === ownId) return ONESELF;
    if (!may(user, 'user.role')) return 'you may not change their role';
    if (role === undefined) return undefined;
    if (user.role === role) return `is ${roleName(role).toLowerCase()} already`;
    const allowed = choices.get(user.id);
    if (allowed === undefined) return UNREAD;
    return allowed.roles.includes(role) ? undefined : 'you may not give them this role';
  });
}

type Context = Readonly<{ choices: Choices; ownId: string }>;

/** `clearance`: empty for that of the role; undefined before one is chosen. */
export function planClearance(
  chosen: readonly User[],
  clearance: string | undefined,
  { choices, ownId }: Context,
): PeoplePlan {
  return planOf(chosen, (user) => {
    if (user.id === ownId) return ONESELF;
    if (!may(user, 'user.clearance')) return 'you may not change their clearance';
    if (clearance === undefined) return undefined;
    if (user.clearance_level === clearance)
      return clearance === '' ? 'has the clearance of their role already' : `has ${clearance} already`;
    const allowed = choices.get(user.id);
    if (allowed === undefined) return UNREAD;
    return allowed.clearances.includes(clearance) ? undefined : 'you may not give them this clearance';
  });
}

/** The people whose invitation waits. */
export const planInvited = (chosen: readonly User[], action: 'user.activation_link' | 'user.uninvite'): PeoplePlan =>
  planOf(chosen, (user) => {
    if (user.status !== 'invited') return 'has no invitation that waits';
    return may(user, action) ? undefined : 'you may not change their invitation';
  });

export const planDeactivation = (chosen: readonly User[], ownId: string): PeoplePlan =>
  planOf(chosen, (user) => {
    if (user.status === 'deactivated') return 'is deactivated already';
    if (user.status === 'invited') return 'has not accepted the invitation: revoke it';
    if (user.id === ownId) return ONESELF;
    return may(user, 'user.deactivate') ? undefined : 'you may not deactivate them';
  });

export const planReactivation = (chosen: readonly User[]): PeoplePlan =>
  planOf(chosen, (user) => {
    if (user.erased_at !== undefined) return 'was erased';
    if (user.status !== 'deactivated') return 'is not deactivated';
    return may(user, 'user.reactivate') ? undefined : 'you may not reactivate them';
  });

/** The changes of several people at once. */
export type Deed = 'role' | 'clearance' | 'link' | 'uninvite' | 'deactivate' | 'reactivate';

type Offer = Readonly<{ deed: Deed; name: string; icon: IconName; count: number }>;

/** The changes that concern at least one of them, each with their number. */
export function offersForMany(chosen: readonly Person[], ownId: string): readonly Offer[] {
  const users = chosen.filter(isWhole);
  const context = { choices: NO_CHOICES, ownId };
  const offers: readonly (readonly [Deed, string, IconName, PeoplePlan])[] = [
    ['role', 'Role', 'account', planRole(users, undefined, context)],
    ['clearance', 'Clearance', 'lock', planClearance(users, undefined, context)],
    ['link', 'New links', 'link', planInvited(users, 'user.activation_link')],
    ['uninvite', 'Revoke invitations', 'close', planInvited(users, 'user.uninvite')],
    ['reactivate', 'Reactivate', 'retry', planReactivation(users)],
    ['deactivate', 'Deactivate', 'pause', planDeactivation(users, ownId)],
  ];
  return offers
    .map(([deed, name, icon, { rows }]) => ({ deed, name, icon, count: rows.length }))
    .filter(({ count }) => count > 0);
}

/** Whether the caller may give everyone back the role that they have now. */
export const canRestoreRoles = ({ rows }: PeoplePlan, choices: Choices): boolean =>
  rows.every(({ id, role }) => choices.get(id)?.roles.includes(role) === true);

export const canRestoreClearances = ({ rows }: PeoplePlan, choices: Choices): boolean =>
  rows.every(({ id, clearance_level: clearance }) => choices.get(id)?.clearances.includes(clearance) === true);

/** Values that the caller may give at least one of them, in the order of `all`. */
export const offeredToSome = <T extends Readonly<{ id: string }>>(
  all: readonly T[],
  choices: Choices,
  of: 'roles' | 'clearances',
): readonly T[] => all.filter(({ id }) => [...choices.values()].some((allowed) => allowed[of].includes(id)));

type Effect = Readonly<{ gain: readonly User[]; lose: readonly User[]; keep: readonly User[] }>;

/** The people who see more, less, and as much with a clearance. `labels` in rising order. */
export function effectOf(rows: readonly User[], clearance: string, labels: readonly string[]): Effect {
  const step = ({ effective_clearance: now }: User): number => labels.indexOf(clearance) - labels.indexOf(now);
  return {
    gain: rows.filter((user) => step(user) > 0),
    lose: rows.filter((user) => step(user) < 0),
    keep: rows.filter((user) => step(user) === 0),
  };
}

/** The people by the role that they have now. */
export const byRole = (rows: readonly User[]): readonly Readonly<{ role: Role; some: readonly User[] }>[] =>
  ROLES.map(({ id }) => ({ role: id, some: rows.filter(({ role }) => role === id) })).filter(
    ({ some }) => some.length > 0,
  );

/** The name of one of several people: with the address where two of them have the same. */
export function nameAmong(user: User, all: readonly Person[]): string {
  const name = nameOfPerson(user);
  const isAlone = all.every((one) => one.id === user.id || one.name !== user.name);
  return isAlone || user.name === '' ? name : `${name} (${user.email})`;
}

/** "Ben Bidder (C2 now)". */
export const clearedName = (user: User, all: readonly Person[]): string =>
  `${nameAmong(user, all)} (${user.effective_clearance} now)`;
