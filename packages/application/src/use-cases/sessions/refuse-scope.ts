import { type Action, type Decision, type Scope } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { Denied } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { organisationTarget } from '../../kernel/organisation-target.ts';

/**
 * Refuses a credential that lacks the scope an operation asks for. Known before anything is read or parsed, but a denial
 * like any other: it is recorded first. Always throws INSUFFICIENT_SCOPE.
 */
export const refuseScope =
  (deps: Pick<Deps, 'journal' | 'orgId'>) =>
  (ctx: SignedIn, { action, scope }: Readonly<{ action: Action; scope: Scope }>): Promise<never> =>
    deps.journal.run({
      author: authorOf(ctx),
      refs: [],
      decide: () => {
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
