import type { Label } from './labels.ts';
import type { OrgRole } from './roles.ts';

/** The clearance a role has without an override. Interface section 2: owner, domain_admin, security_officer C4; department_admin, auditor C3; member C2. */
export const DEFAULT_ROLE_CLEARANCES: Readonly<Record<OrgRole, Label>> = {
  owner: 'C4' as Label,
  domain_admin: 'C4' as Label,
  security_officer: 'C4' as Label,
  department_admin: 'C3' as Label,
  auditor: 'C3' as Label,
  member: 'C2' as Label,
};
