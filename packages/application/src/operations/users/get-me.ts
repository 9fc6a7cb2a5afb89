import { decide, type Scope } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/user-target.ts';
import { userSeen } from '../../kernel/views.ts';

export type Me = UserSeen & Readonly<{ scopes: readonly Scope[] | null; tokenId: string | null }>;

/** The caller, and what his credential is limited to. */
export const getMe =
  (deps: Pick<Deps, 'runner' | 'clock' | 'classification'>) =>
  (ctx: SignedIn): Promise<Me> =>
    deps.runner.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      apply: (uow) => {
        const who = whoAsks(deps, uow, ctx);
        permit(decide('me.see', who), userTarget(who.user.id));
        return {
          ...userSeen(deps.classification, who.user),
          scopes: who.subject.grant,
          tokenId: ctx.credential.kind === 'token' ? ctx.credential.id : null,
        };
      },
    });
