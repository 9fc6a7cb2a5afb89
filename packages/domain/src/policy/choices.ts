import type { Label } from '../values/labels.ts';
import { ORG_ROLES, type OrgRole, ROOM_ROLES, type RoomRole } from '../values/roles.ts';
import { type AbilityFacts, presentRoleOf } from './ability-requests.ts';
import { allows } from './decision.ts';

/**
 * Values of a request that would be allowed to the caller now, with this credential: what a form may offer. Pure; by the same
 * rows as the request.
 */
export const rolesToInvite = (facts: AbilityFacts['me']): readonly OrgRole[] =>
  ORG_ROLES.filter((role) => allows('user.invite', { ...facts, target: undefined, role, external: false }));

export const rolesToGive = (facts: AbilityFacts['user']): readonly OrgRole[] =>
  ORG_ROLES.filter((role) => allows('user.role', { ...facts, role }));

/** Roles in a room for an address without a user. */
export const roomRolesToInvite = (facts: AbilityFacts['room']): readonly RoomRole[] =>
  ROOM_ROLES.filter((to) => allows('room.invite', { ...facts, target: undefined, from: null, to }));

/** Roles of a member in their room; the present one is among them, since asking for it again changes nothing. */
export const roomRolesToGive = (facts: AbilityFacts['member']): readonly RoomRole[] =>
  ROOM_ROLES.filter((to) => allows('room.members.add', { ...facts, from: presentRoleOf(facts), to }));

/** In rising order; the empty string, which takes the clearance of the role, comes first. */
export const clearancesToGive = (facts: AbilityFacts['user']): readonly (Label | '')[] =>
  (['', ...labelsOf(facts)] as const).filter((clearance) => allows('user.clearance', { ...facts, clearance }));

/** The labels that the caller may give, in rising order. */
export const labelsToGive = (facts: AbilityFacts['file']): readonly Label[] =>
  labelsOf(facts).filter((label) => allows('file.edit', { ...facts, label }));

const labelsOf = ({ labelRules: { scheme } }: AbilityFacts['user'] | AbilityFacts['file']): readonly Label[] =>
  scheme.map(({ label }) => label);
