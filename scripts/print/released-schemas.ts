import { COLLECTIONS, schemasOf } from '../../packages/application/src/store/collections.ts';
import { manifestIn } from '../release/packages.ts';

/** The schemas of this version's stores. The next version serves beside it, and compares its own with them. */
export const releasedSchemas = (): readonly [string, string] => [
  `docs/reference/released/schemas-${manifestIn('.').version}.json`,
  `${JSON.stringify(schemasOf(COLLECTIONS), undefined, 2)}\n`,
];
