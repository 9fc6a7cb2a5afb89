import type { Action, Target } from '@strongroom/domain';
import type { SignedIn } from './context.ts';
import {
  type FirstLook,
  type FirstLookOperation,
  lookAt,
  type OperationDeps,
  type OperationOn,
  type OperationSubject,
  operateOn,
} from './operation-on.ts';
import { type CurrentCaller, whoAsks, whoRefs } from './sight.ts';

type OperationAsCaller<A extends Action, T> = OperationOn<A, CurrentCaller, CurrentCaller, T>;

/** Runs an operation that is about the caller, or about nothing in particular. `target` names it in the audit log. */
export const asCaller = <A extends Action, T>(
  deps: OperationDeps,
  ctx: SignedIn,
  target: Target,
  operation: OperationAsCaller<A, T>,
): Promise<T> => operateOn(deps, ctx, callerOf(deps, ctx, target), operation);

/** Decides as `asCaller`, before calls that take long or cost something. */
export const lookAsCaller = <A extends Action>(
  deps: OperationDeps,
  ctx: SignedIn,
  target: Target,
  operation: FirstLookOperation<A, CurrentCaller, CurrentCaller>,
): Promise<FirstLook<CurrentCaller>> => lookAt(deps, ctx, callerOf(deps, ctx, target), operation);

const callerOf = (
  deps: OperationDeps,
  ctx: SignedIn,
  target: Target,
): OperationSubject<CurrentCaller, CurrentCaller> => ({
  refs: whoRefs(ctx),
  find: (snapshot) => whoAsks(deps, snapshot, ctx),
  target: () => target,
  seen: (found) => found,
});
