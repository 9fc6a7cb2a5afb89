import { nameOfTerm } from '@strongroom/audit-log';
import type { IndexFault } from '@strongroom/ports';
import type { DamagedIndex } from '../service/stores.ts';

/** The same for an operator. */
export const damagedIndexOf = ({ first, last, terms, times }: IndexFault): DamagedIndex => ({
  first,
  last,
  of: [...terms.map(nameOfTerm), ...(times ? ['times'] : [])],
});
