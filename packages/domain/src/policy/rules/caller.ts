import { type Rule, rule } from '../../rule.ts';
import { type OrgRole } from '../../values/roles.ts';
import { grants, type Scope } from '../../values/scopes.ts';
import type { WhoFacts } from './facts.ts';

export const activeUser = rule<WhoFacts>(
  'active-user',
  'The caller is an active user.',
  'TOKEN_INVALID',
  ({ subject }) => subject.status === 'active',
);

export const carriesScope = (name: Scope): Rule<WhoFacts> =>
  rule(
    `scope:${name}`,
    `The token carries the scope ${name}, or is not limited to scopes.`,
    'INSUFFICIENT_SCOPE',
    ({ subject }) => grants(subject.grant, name),
  );

export const unlimitedCredential = rule<WhoFacts>(
  'unlimited-credential',
  'The credential is not limited to scopes.',
  'INSUFFICIENT_SCOPE',
  ({ subject }) => subject.grant === null,
);

const organisationRole = (role: OrgRole, text: string) =>
  rule<WhoFacts>(`org-role:${role}`, text, 'INSUFFICIENT_ROLE', ({ subject }) => subject.role === role);

export const orgOwner = organisationRole('owner', 'The caller is an owner of the organisation.');
export const domainAdmin = organisationRole('domain_admin', 'The caller is a domain admin.');
export const securityOfficer = organisationRole('security_officer', 'The caller is a security officer.');
export const departmentAdmin = organisationRole('department_admin', 'The caller is a department admin.');
export const auditor = organisationRole('auditor', 'The caller is an auditor.');
export const anyone = rule<WhoFacts>('anyone', 'Any user of the organisation.', 'INSUFFICIENT_ROLE', () => true);
export const insider = rule<WhoFacts>(
  'insider',
  'The caller is not an external user.',
  'INSUFFICIENT_ROLE',
  ({ subject }) => !subject.external,
);
export const notAuditor = rule<WhoFacts>(
  'not-auditor',
  'The caller is not an auditor. Auditors read; they do not create.',
  'INSUFFICIENT_ROLE',
  ({ subject }) => subject.role !== 'auditor',
);
