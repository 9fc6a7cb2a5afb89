import type { Deps } from './deps.ts';
import { unitAllowance } from './unit-allowance.ts';

/**
 * Charges a user for documents that a request looks through beyond those that it answers: 100 000 a minute. Throws
 * RATE_LIMIT_EXCEEDED: call it before the documents are read.
 */
export const readingAllowance = (deps: Pick<Deps, 'limiter' | 'clock'>) =>
  unitAllowance(deps, { name: 'reads', unit: 500, unitsPerMinute: 200 });
