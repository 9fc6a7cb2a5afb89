import { DomainError, type FactorId, removeFactor as remove, type User, withRecoveryCodes } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { userTarget } from '../../kernel/targets.ts';
import { credentialFacts } from '../../steps/people/credential-facts.ts';
import { type FactorsSeen, factorsSeen, withoutCodes } from '../../steps/people/factors-seen.ts';
import { requireFreshFactor } from '../../steps/people/fresh-factor.ts';
import { newRecoveryCodes } from '../../steps/people/recovery-codes.ts';
import { users } from '../../store/users.ts';

type ChangeDeps = OperationDeps & Pick<Deps, 'secondFactor'>;

const factsOf =
  (deps: ChangeDeps, ctx: SignedIn) =>
  (_: unknown, { user }: Readonly<{ user: User }>) =>
    credentialFacts(deps, ctx, user);

/** The caller's second factors. Throws INSUFFICIENT_SCOPE. */
export const getFactors =
  (deps: ChangeDeps) =>
  (ctx: SignedIn): Promise<FactorsSeen> =>
    asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'second_factor.see',
      apply: (_, { user }) => factorsSeen(deps, ctx, user),
    });

/**
 * Removes a passkey or the authenticator app. Throws INSUFFICIENT_SCOPE, SECOND_FACTOR_TOO_OLD, SECOND_FACTOR_NOT_FOUND, and
 * LAST_SECOND_FACTOR where the service requires one.
 */
export const removeFactor =
  (deps: ChangeDeps) =>
  (ctx: SignedIn, { factorId }: Readonly<{ factorId: FactorId }>): Promise<FactorsSeen> =>
    asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'second_factor.change',
      facts: factsOf(deps, ctx),
      serializeOn: ctx.credential.userId,
      apply: (uow, { user }, target) => {
        const after = remove(user, factorId);
        requireFreshFactor(deps, ctx, user, { action: 'second_factor.change', target });
        if (after.secondFactor === undefined && deps.secondFactor === 'required')
          throw new DomainError('LAST_SECOND_FACTOR');
        const way = user.secondFactor?.totp?.id === factorId ? 'totp' : 'passkey';
        uow.put(users, after);
        uow.record({ type: 'user.second_factor_removed', target, data: { way } });
        return factorsSeen(deps, ctx, after);
      },
    });

/**
 * Makes ten recovery codes in place of earlier ones. Throws INSUFFICIENT_SCOPE, SECOND_FACTOR_TOO_OLD, SECOND_FACTOR_NOT_FOUND.
 */
export const makeRecoveryCodes =
  (deps: ChangeDeps) =>
  (ctx: SignedIn): Promise<FactorsSeen> =>
    asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'second_factor.change',
      facts: factsOf(deps, ctx),
      serializeOn: ctx.credential.userId,
      replay: withoutCodes,
      apply: (uow, { user }, target) => {
        const { codes, hashes } = newRecoveryCodes(deps, user.id);
        const after = withRecoveryCodes(user, hashes);
        requireFreshFactor(deps, ctx, user, { action: 'second_factor.change', target });
        uow.put(users, after);
        uow.record({ type: 'user.recovery_codes_made', target });
        return factorsSeen(deps, ctx, after, codes);
      },
    });
