import { decide, endSession as end, type SessionId } from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { sessionTarget } from '../../steps/people/begin-session.ts';
import { credentialFacts } from '../../steps/people/credential-facts.ts';
import { users } from '../../store/users.ts';

/** Ends the session the caller came with. Throws INSUFFICIENT_SCOPE for an API token. */
export const endSession =
  (deps: Pick<Deps, 'runner' | 'clock' | 'classification'>) =>
  (ctx: SignedIn): Promise<Readonly<{ id: string }>> =>
    deps.runner.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      serializeOn: ctx.credential.userId,
      apply: (uow) => {
        const who = whoAsks(deps, uow, ctx);
        const { credential } = ctx;
        const target = sessionTarget(credential.id);
        permit(decide('session.end', { ...who, ...credentialFacts(ctx, who.user) }), target);
        if (credential.kind === 'session') uow.put(users, end(who.user, credential.id satisfies SessionId));
        uow.record({ type: 'session.ended', target });
        return { id: credential.id };
      },
    });
