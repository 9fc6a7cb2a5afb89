import { endSession as end, type SessionId } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { sessionTarget } from '../../kernel/targets.ts';
import { credentialFacts } from '../../steps/people/credential-facts.ts';
import { users } from '../../store/users.ts';

/** Ends the session of the request. Throws INSUFFICIENT_SCOPE for an API token. */
export const endSession =
  (deps: OperationDeps) =>
  (ctx: SignedIn): Promise<Readonly<{ id: string }>> =>
    asCaller(deps, ctx, sessionTarget(ctx.credential.id), {
      action: 'session.end',
      serializeOn: ctx.credential.userId,
      facts: (_, { user }) => credentialFacts(deps, ctx, user),
      apply: (uow, { user }, target) => {
        const { credential } = ctx;
        if (credential.kind === 'session') uow.put(users, end(user, credential.id satisfies SessionId));
        uow.record({ type: 'session.ended', target });
        return { id: credential.id };
      },
    });
