import type { ErrorCode } from './errors.ts';
import { defineValue, type Value } from './value.ts';

const oneOf = <T extends string>(
  name: string,
  description: string,
  allowed: readonly T[],
  refusal: ErrorCode,
): Value<T> =>
  defineValue<T>({
    name,
    description,
    schema: { type: 'string', enum: allowed },
    refusal,
    rule: 'one_of',
    check: (input) =>
      typeof input !== 'string'
        ? { message: 'must be a string', code: 'VALIDATION_ERROR' }
        : (allowed as readonly string[]).includes(input)
          ? undefined
          : `must be one of ${allowed.join(', ')}`,
  });

/** Organisation roles. */
export const ORG_ROLES = [
  'owner',
  'domain_admin',
  'department_admin',
  'security_officer',
  'member',
  'auditor',
] as const;
export type OrgRole = (typeof ORG_ROLES)[number];
export const OrgRole: Value<OrgRole> = oneOf('OrgRole', 'Organisation role.', ORG_ROLES, 'INVALID_ROLE');

/** Room roles. */
export const ROOM_ROLES = ['owner', 'contributor', 'viewer'] as const;
export type RoomRole = (typeof ROOM_ROLES)[number];
export const RoomRole: Value<RoomRole> = oneOf('RoomRole', 'Room role.', ROOM_ROLES, 'INVALID_ROLE');

/** Roles of a group in a restricted folder. */
export const FOLDER_ROLES = ['viewer', 'contributor'] as const;
export type FolderRole = (typeof FOLDER_ROLES)[number];
export const FolderRole: Value<FolderRole> = oneOf(
  'FolderRole',
  'Role of a group in a restricted folder.',
  FOLDER_ROLES,
  'INVALID_ROLE',
);

/** The members that a member sees who is not an owner of the room: everyone, those of their groups and the owners, or the owners only. */
export const MEMBER_VISIBILITIES = ['everyone', 'groups', 'owners'] as const;
export type MemberVisibility = (typeof MEMBER_VISIBILITIES)[number];
export const MemberVisibility: Value<MemberVisibility> = oneOf(
  'MemberVisibility',
  'Members that a member sees who is not an owner of the room, besides themself: everyone, the owners and those with whom they share a group, or the owners.',
  MEMBER_VISIBILITIES,
  'VALIDATION_ERROR',
);

/** The people who make, rename, move and delete the folders directly in a place: those who contribute, or owners of the room only. */
export const STRUCTURES = ['open', 'owners'] as const;
export type Structure = (typeof STRUCTURES)[number];
export const Structure: Value<Structure> = oneOf(
  'Structure',
  'The people who make, rename, move and delete the folders directly in this place: those who contribute, or owners of the room only.',
  STRUCTURES,
  'VALIDATION_ERROR',
);

/** Whether the folders and files of a room have index numbers that stay. */
export const NUMBERINGS = ['none', 'fixed'] as const;
export type Numbering = (typeof NUMBERINGS)[number];
export const Numbering: Value<Numbering> = oneOf(
  'Numbering',
  'Whether each folder and each file has an index number, which it keeps until an owner numbers the room again: none, or fixed.',
  NUMBERINGS,
  'VALIDATION_ERROR',
);

/** The reasons for which a file that was sent is refused. */
export const REFUSAL_REASONS = ['does_not_open', 'not_asked_for', 'unsafe'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];
export const RefusalReason: Value<RefusalReason> = oneOf(
  'RefusalReason',
  'The reason for which a file that was sent is refused. It is recorded, and the sender does not get it.',
  REFUSAL_REASONS,
  'VALIDATION_ERROR',
);

/** Status of a room that exists. */
const ROOM_STATUSES = ['active', 'archived'] as const;
export type RoomStatus = (typeof ROOM_STATUSES)[number];
export const RoomStatus: Value<RoomStatus> = oneOf(
  'RoomStatus',
  'Status of a room.',
  ROOM_STATUSES,
  'VALIDATION_ERROR',
);

/** Org-unit roles. */
export const UNIT_ROLES = ['department_admin', 'security_officer', 'auditor', 'member'] as const;
export type UnitRole = (typeof UNIT_ROLES)[number];
export const UnitRole: Value<UnitRole> = oneOf('UnitRole', 'Org-unit role.', UNIT_ROLES, 'INVALID_ROLE');

/** owner > domain_admin > security_officer, department_admin > auditor > member */
const ORG_ROLE_RANK: Readonly<Record<OrgRole, number>> = {
  owner: 5,
  domain_admin: 4,
  security_officer: 3,
  department_admin: 3,
  auditor: 2,
  member: 1,
};

/** Whether role `a` is above role `b`. Neither of security_officer and department_admin is above the other. */
export const outranks = (a: OrgRole, b: OrgRole): boolean => ORG_ROLE_RANK[a] > ORG_ROLE_RANK[b];

const ROOM_ROLE_RANK: Readonly<Record<RoomRole, number>> = { owner: 3, contributor: 2, viewer: 1 };

/** Whether room role `a` allows more than room role `b`. */
export const raises = (from: RoomRole, to: RoomRole): boolean => ROOM_ROLE_RANK[to] > ROOM_ROLE_RANK[from];
