import type { Label } from './labels.ts';
import type { OrgRole } from './roles.ts';

/** Default clearance of external users. */
export const DEFAULT_EXTERNAL_CLEARANCE = 'C2' as Label;

/** Default clearances by role. */
export const DEFAULT_ROLE_CLEARANCES: Readonly<Record<OrgRole, Label>> = {
  owner: 'C4' as Label,
  domain_admin: 'C4' as Label,
  security_officer: 'C4' as Label,
  department_admin: 'C3' as Label,
  auditor: 'C3' as Label,
  member: 'C2' as Label,
};
