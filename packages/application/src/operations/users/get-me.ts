import type { Scope } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { userTarget } from '../../kernel/targets.ts';
import { ownSeen } from '../../kernel/views.ts';

export type Me = UserSeen & Readonly<{ scopes: readonly Scope[] | null; tokenId: string | null }>;

/** The caller, and the scopes their credential is limited to. */
export const getMe =
  (deps: OperationDeps) =>
  (ctx: SignedIn): Promise<Me> =>
    asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'me.see',
      apply: (_, { user, subject }) => ({
        ...ownSeen(deps.labelRules, user),
        scopes: subject.grant,
        tokenId: ctx.credential.kind === 'token' ? ctx.credential.id : null,
      }),
    });
