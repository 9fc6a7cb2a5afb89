import {
  DomainError,
  type FactorName,
  type Instant,
  keepOnly,
  noteFactor,
  SessionId,
  type User,
} from '@strongroom/domain';
import { asCaller, lookAsCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { sessionTarget, userTarget } from '../../kernel/targets.ts';
import { credentialFacts } from '../../steps/people/credential-facts.ts';
import { addingFactors, type FactorOptions, factorOptions } from '../../steps/people/factor-to-add.ts';
import { type FactorsSeen, factorsSeen, withoutCodes } from '../../steps/people/factors-seen.ts';
import { type FactorAnswer, factorWayOf, type ProveDeps } from '../../steps/people/prove-factor.ts';
import { requireRecentSession } from '../../steps/people/recent-session.ts';
import { openInSession, stateInSession } from '../../steps/people/waiting-state.ts';
import { users } from '../../store/users.ts';

type FactorDeps = OperationDeps & ProveDeps & Pick<Deps, 'ids' | 'secondFactor'>;

/** Options, with the state that an answer to them names. */
export type StateInSession = FactorOptions & Readonly<{ state: string; until: Instant }>;

/** Returns what a caller needs to add a factor, or to prove one. Throws INSUFFICIENT_SCOPE. */
export const beginFactor =
  (deps: FactorDeps) =>
  async (ctx: SignedIn): Promise<StateInSession> => {
    const { user } = await asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'second_factor.prove',
      facts: (_, who) => credentialFacts(deps, ctx, who.user),
      apply: (_, who) => who,
    });
    const begun = stateInSession(deps, user.id, SessionId.parse(ctx.credential.id));
    return { ...begun, ...(await factorOptions(deps, user, { state: begun.state, mayAdd: true })) };
  };

type AddFactorInput = Pick<FactorAnswer, 'code' | 'passkey'> &
  Readonly<{ state: string; name?: FactorName | undefined }>;

/**
 * Adds an authenticator app in place of an earlier one, or a passkey. The first factor takes a session of the last ten minutes,
 * ends the caller's other sessions, and comes with recovery codes; a further one takes a fresh proof. Throws INSUFFICIENT_SCOPE,
 * SESSION_TOO_OLD, SECOND_FACTOR_TOO_OLD, SECOND_FACTOR_INVALID, SIGN_IN_REFUSED, LIMIT_REACHED.
 */
export const addFactor = (deps: FactorDeps) => {
  const add = addingFactors(deps);
  return async (ctx: SignedIn, { state, name, ...answer }: AddFactorInput): Promise<FactorsSeen> => {
    const target = userTarget(ctx.credential.userId);
    const change = {
      action: 'second_factor.change',
      facts: (_: unknown, { user }: Readonly<{ user: User }>) => credentialFacts(deps, ctx, user),
    } as const;
    const { seen, isRepeated } = await lookAsCaller(deps, ctx, target, change);
    if (!isRepeated) {
      // A stolen session must not add a factor that only the thief has.
      requireRecentSession(deps, ctx, seen.user, 'second_factor.change');
      openInSession(deps, state, ctx.credential.id);
    }
    const added = isRepeated ? undefined : await add({ user: seen.user, state, answer, name, request: ctx.request });
    return asCaller(deps, ctx, target, {
      ...change,
      serializeOn: ctx.credential.userId,
      replay: withoutCodes,
      decideReplay: () => undefined,
      apply: (uow, { user }) => {
        if (added === undefined || (user.secondFactor === undefined) !== (seen.user.secondFactor === undefined))
          throw new DomainError('SECOND_FACTOR_INVALID');
        const sessionId = SessionId.parse(ctx.credential.id);
        const next = noteFactor(added.apply(user), sessionId, added.proof);
        const after = user.secondFactor === undefined ? keepOnly(next, sessionId) : next;
        for (const { id } of next.sessions)
          if (!after.sessions.some((kept) => kept.id === id))
            uow.record({ type: 'session.ended', target: sessionTarget(id) });
        uow.put(users, after);
        uow.record({ type: 'user.second_factor_added', target, data: { way: factorWayOf(answer) } });
        return factorsSeen(deps, ctx, after, added.codes);
      },
    });
  };
};
