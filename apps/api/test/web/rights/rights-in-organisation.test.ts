import { compareInOrganisation } from './compare-in-organisation.ts';

// The slow test asks about domain admins and security officers too, who are offered parts of what an owner is.
compareInOrganisation(['owner', 'department_admin', 'auditor', 'member', 'external']);
