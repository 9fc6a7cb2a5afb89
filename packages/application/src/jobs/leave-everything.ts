import { leaveEverything as leave } from '../steps/people/departure.ts';
import type { Handler } from './handler.ts';

/**
 * Ends the remaining memberships of a deactivated user, including those added by requests that were running at the
 * time.
 */
export const leaveEverything: Handler<'leave-everything'> = async (deps, { userId, epoch, by }, lease) => {
  await leave(deps, userId, { before: epoch, by }, lease.renew);
  return undefined;
};
