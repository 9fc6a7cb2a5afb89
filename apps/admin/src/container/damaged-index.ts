import { nameOfTerm } from '@strongroom/audit-log';
import type { IndexFault } from '@strongroom/ports';
import type { DamagedIndex } from '../service/stores.ts';

/** A fault of the index, in words for an operator. */
export const damagedIndexOf = ({ first, last, terms, times }: IndexFault): DamagedIndex => ({
  first,
  last,
  of: [...terms.map(nameOfTerm), ...(times ? ['times'] : [])],
});
