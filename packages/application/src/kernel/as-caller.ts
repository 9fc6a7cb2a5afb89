import type { Target } from '@strongroom/domain';
import type { SignedIn } from './context.ts';
import { type OperationDeps, type OperationSubject, operationsOn } from './operation-on.ts';
import { type CurrentCaller, whoAsks, whoRefs } from './sight.ts';

const asCallers = operationsOn(callerOf);
/** Runs an operation that is about the caller, or about nothing in particular. `target` names it in the audit log. */
export const asCaller = asCallers.operate;
/** Decides as `asCaller`, before calls that take long or cost something. */
export const lookAsCaller = asCallers.look;

function callerOf(deps: OperationDeps, ctx: SignedIn, target: Target): OperationSubject<CurrentCaller, CurrentCaller> {
  return {
    refs: whoRefs(ctx),
    find: (snapshot) => whoAsks(deps, snapshot, ctx),
    target: () => target,
    seen: (found) => found,
  };
}
