/** Roles in the organisation. `decides`: a role that is given by a second act, as it decides about other people. */
export const ROLES = [
  { id: 'member', name: 'Member', note: 'Works in rooms they are added to', decides: false },
  { id: 'auditor', name: 'Auditor', note: 'Reads activity and receipts; makes no rooms', decides: false },
  { id: 'department_admin', name: 'Department administrator', note: 'Manages an org unit', decides: false },
  { id: 'security_officer', name: 'Security officer', note: 'Clearances, activity, ends access', decides: true },
  { id: 'domain_admin', name: 'Domain administrator', note: 'Manages people and rooms', decides: true },
  { id: 'owner', name: 'Owner', note: 'Everything', decides: true },
] as const;
export type Role = (typeof ROLES)[number]['id'];
export const roleName = (role: string): string => ROLES.find(({ id }) => id === role)?.name ?? role;
export const isRole = (text: string): text is Role => ROLES.some(({ id }) => id === text);
