import { compareInOrganisation } from './compare-in-organisation.ts';
import { KINDS, USUAL } from './people.ts';

compareInOrganisation(KINDS.filter((kind) => !USUAL.includes(kind)));
