import { decide, type Scope } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { userSeen } from '../../kernel/seen.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { userTarget } from './user-target.ts';

export type Me = UserSeen & Readonly<{ scopes: readonly Scope[] | null; tokenId: string | null }>;

/** The caller, and what his credential is limited to. */
export const getMe =
  (deps: Pick<Deps, 'journal' | 'clock' | 'classification'>) =>
  (ctx: SignedIn): Promise<Me> =>
    deps.journal.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      decide: (at) => {
        const who = whoAsks(deps, at, ctx);
        permit(decide('me.see', who), userTarget(who.user.id));
        return {
          ...userSeen(deps.classification, who.user),
          scopes: who.subject.grant,
          tokenId: ctx.credential.kind === 'token' ? ctx.credential.id : null,
        };
      },
    });
