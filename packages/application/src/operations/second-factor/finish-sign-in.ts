import { bearerSecret, type FactorName, type User } from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { userTarget } from '../../kernel/targets.ts';
import { ownSeen } from '../../kernel/views.ts';
import { beginSession } from '../../steps/people/begin-session.ts';
import {
  type AddedFactor,
  addingFactors,
  type FactorOptions,
  factorOptions,
} from '../../steps/people/factor-to-add.ts';
import { type FactorAnswer, type ProveDeps, provingFactors } from '../../steps/people/prove-factor.ts';
import { endedSignIn, openSignIn, stillWaits, type WaitingSignIn } from '../../steps/people/waiting-state.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { users } from '../../store/users.ts';
import type { NewSession } from '../sessions/start-session.ts';

type FinishDeps = ProveDeps & Pick<Deps, 'documents' | 'ids' | 'labelRules'>;
type FinishSignInInput = FactorAnswer & Readonly<{ pending: string; name?: FactorName | undefined }>;

/** `recoveryCodes`: those of a factor that was added now; empty otherwise. */
export type FinishedSignIn = NewSession & Readonly<{ recoveryCodes: readonly string[]; inCookie: boolean }>;

/** The second step of a sign-in, as a person may do it. */
export type SignInOptions = FactorOptions & Readonly<{ waiting: WaitingSignIn }>;

/** Returns the options of the second step. Throws SIGN_IN_REFUSED. */
export const findSecondStep =
  (deps: FinishDeps) =>
  async (_: Visitor, { pending }: Readonly<{ pending: string }>): Promise<SignInOptions> => {
    const { user, waiting } = await waitingUser(deps, pending);
    const mayAdd = user.secondFactor === undefined;
    return { ...(await factorOptions(deps, user, { state: pending, mayAdd })), waiting };
  };

/**
 * Ends a sign-in with a second factor. A user who has none adds one. Throws SIGN_IN_REFUSED, SECOND_FACTOR_INVALID,
 * RATE_LIMIT_EXCEEDED.
 */
export const finishSignIn = (deps: FinishDeps) => {
  const prove = provingFactors(deps);
  const add = addingFactors(deps);
  return async (visitor: Visitor, { pending: state, name, ...answer }: FinishSignInInput): Promise<FinishedSignIn> => {
    const { user: before, waiting } = await waitingUser(deps, state);
    const asked = { user: before, state, answer, name, request: visitor.request };
    const isNew = before.secondFactor === undefined;
    const found: Omit<AddedFactor, 'codes'> & Partial<AddedFactor> = isNew ? await add(asked) : await prove(asked);
    const secret = bearerSecret('session', deps.secrets.random(32));
    return deps.runner.run({
      author: { actor: { type: 'system' }, request: visitor.request },
      refs: [refTo(users, before.id)],
      serializeOn: before.id,
      apply: (uow) => {
        const user = uow.find(users, before.id);
        if (!stillWaits(deps, waiting, user)) throw endedSignIn();
        // Another request added one, or an administrator removed it, meanwhile.
        if ((user.secondFactor === undefined) !== isNew) throw endedSignIn();
        const begun = beginSession(deps, uow, visitor, found.apply(user), {
          secret,
          way: waiting.way,
          inCookie: waiting.inCookie,
          factor: found.proof,
        });
        uow.put(users, begun.user);
        if (isNew) {
          const actor = { type: 'user', id: user.id, tokenId: begun.session.id } as const;
          const data = { way: found.proof.way };
          uow.record(
            { type: 'user.second_factor_added', target: userTarget(user.id), data },
            { actor, request: visitor.request },
          );
        }
        return {
          ...ownSeen(deps.labelRules, begun.user),
          session: begun.session,
          secret,
          recoveryCodes: found.codes ?? [],
          inCookie: waiting.inCookie,
        };
      },
    });
  };
};

async function waitingUser(
  deps: Pick<Deps, 'documents' | 'secrets' | 'clock'>,
  state: string,
): Promise<Readonly<{ user: User; waiting: WaitingSignIn }>> {
  const waiting = openSignIn(deps, state);
  const [document] = await deps.documents.read([refTo(users, waiting.userId)]);
  const user = document && stateOf(users, document);
  if (!stillWaits(deps, waiting, user)) throw endedSignIn();
  return { user, waiting };
}
