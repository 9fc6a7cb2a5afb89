import { compareInOrganisation } from './compare-in-organisation.ts';
import { USUAL } from './people.ts';

// The slow test asks about the other kinds.
compareInOrganisation(USUAL);
