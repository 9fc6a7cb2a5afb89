import { lookAsCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { userTarget } from '../../kernel/targets.ts';
import { credentialFacts } from '../../steps/people/credential-facts.ts';

/**
 * Refuses, before the identity provider is asked, a caller who may not link themself to one of its people. Throws
 * INSUFFICIENT_SCOPE, SESSION_TOO_OLD.
 */
export const mayLinkIdentity =
  (deps: OperationDeps) =>
  async (ctx: SignedIn): Promise<void> =>
    void (await lookAsCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'identity.link',
      facts: (_, { user }) => credentialFacts(deps, ctx, user),
    }));
