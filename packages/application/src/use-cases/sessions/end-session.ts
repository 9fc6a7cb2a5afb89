import { decide, endSession as end, type SessionId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { users } from '../../repositories/users.ts';
import { sessionTarget } from './begin-session.ts';
import { credentialFacts } from './credential-facts.ts';

/** Ends the session the caller came with. Throws INSUFFICIENT_SCOPE for an API token. */
export const endSession =
  (deps: Pick<Deps, 'journal' | 'clock' | 'classification'>) =>
  (ctx: SignedIn): Promise<Readonly<{ id: string }>> =>
    deps.journal.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      hot: ctx.credential.userId,
      decide: (at) => {
        const who = whoAsks(deps, at, ctx);
        const { credential } = ctx;
        const target = sessionTarget(credential.id);
        permit(decide('session.end', { ...who, ...credentialFacts(ctx, who.user) }), target);
        if (credential.kind === 'session') at.put(users, end(who.user, credential.id satisfies SessionId));
        at.record({ type: 'session.ended', target });
        return { id: credential.id };
      },
    });
