import { type Action, type Decision, type Scope } from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { Denied } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { organisationTarget } from '../../kernel/targets.ts';

/**
 * Refuses a credential that lacks the scope of an operation before the request is read or parsed. The refusal is
 * recorded like any other. Always throws INSUFFICIENT_SCOPE.
 */
export const refuseScope =
  (deps: Pick<Deps, 'runner' | 'orgId'>) =>
  (ctx: SignedIn, { action, scope }: Readonly<{ action: Action; scope: Scope }>): Promise<never> =>
    deps.runner.run({
      author: authorOf(ctx),
      refs: [],
      apply: () => {
        const decision: Decision = {
          action,
          effect: 'deny',
          reasons: [],
          refusal: 'INSUFFICIENT_SCOPE',
          refusedBy: `scope:${scope}`,
        };
        throw new Denied(decision, 'INSUFFICIENT_SCOPE', organisationTarget(deps.orgId));
      },
    });
