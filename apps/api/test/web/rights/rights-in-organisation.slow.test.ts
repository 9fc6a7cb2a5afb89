import { compareInOrganisation } from './compare-in-organisation.ts';

// The fast test asks about owners, department admins, auditors, members and external people.
compareInOrganisation(['domain_admin', 'security_officer']);
