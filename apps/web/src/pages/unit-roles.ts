import type { OrgUnitMember } from '@strongroom/client';

export type UnitRole = OrgUnitMember['role'];

/** Roles in an org unit. */
export const UNIT_ROLES = [
  { id: 'member', name: 'Member', note: 'Places rooms in this unit' },
  { id: 'department_admin', name: 'Administrator', note: 'Manages this unit and those below it' },
  { id: 'security_officer', name: 'Security officer' },
  { id: 'auditor', name: 'Auditor' },
] as const;

export const isUnitRole = (text: string): text is UnitRole => UNIT_ROLES.some(({ id }) => id === text);
export const unitRoleName = (role: string): string => UNIT_ROLES.find(({ id }) => id === role)?.name ?? role;
