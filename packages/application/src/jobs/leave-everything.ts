import { leaveEverything as leave } from '../steps/people/departure.ts';
import type { Handler } from './handler.ts';

/** Ends what memberships a deactivated user has left, or was given by requests that were under way just then. */
export const leaveEverything: Handler<'leave-everything'> = async (deps, { userId, epoch, by }, lease) => {
  await leave(deps, userId, { before: epoch, by }, lease.renew);
  return undefined;
};
