import { DomainError, noteFactor, SessionId, type User } from '@strongroom/domain';
import { asCaller, lookAsCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { sessionTarget } from '../../kernel/targets.ts';
import { credentialFacts } from '../../steps/people/credential-facts.ts';
import { type FactorsSeen, factorsSeen, withoutCodes } from '../../steps/people/factors-seen.ts';
import { type FactorAnswer, type ProveDeps, provingFactors } from '../../steps/people/prove-factor.ts';
import { openInSession } from '../../steps/people/waiting-state.ts';
import { users } from '../../store/users.ts';

type CheckFactorInput = FactorAnswer & Readonly<{ state?: string | undefined }>;

/**
 * Proves the second factor of the caller again, in their session. Throws INSUFFICIENT_SCOPE, SECOND_FACTOR_NOT_FOUND,
 * SECOND_FACTOR_INVALID, SIGN_IN_REFUSED, RATE_LIMIT_EXCEEDED.
 */
export const checkFactor = (deps: OperationDeps & ProveDeps & Pick<Deps, 'secondFactor'>) => {
  const prove = provingFactors(deps);
  return async (ctx: SignedIn, { state, ...answer }: CheckFactorInput): Promise<FactorsSeen> => {
    const { credential, request } = ctx;
    const target = sessionTarget(credential.id);
    const check = {
      action: 'second_factor.prove',
      facts: (_: unknown, { user }: Readonly<{ user: User }>) => credentialFacts(deps, ctx, user),
    } as const;
    const { seen, isRepeated } = await lookAsCaller(deps, ctx, target, check);
    if (!isRepeated && seen.user.secondFactor === undefined) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
    if (!isRepeated && state !== undefined) openInSession(deps, state, credential.id);
    const proven = isRepeated ? undefined : await prove({ user: seen.user, state, answer, request });
    return asCaller(deps, ctx, target, {
      ...check,
      serializeOn: credential.userId,
      replay: withoutCodes,
      decideReplay: () => undefined,
      apply: (uow, { user }) => {
        if (proven === undefined) throw new DomainError('SECOND_FACTOR_INVALID');
        const after = noteFactor(proven.apply(user), SessionId.parse(credential.id), proven.proof);
        uow.put(users, after);
        uow.record({ type: 'session.factor_proven', target, data: { factor: proven.proof.way } });
        return factorsSeen(deps, ctx, after);
      },
    });
  };
};
