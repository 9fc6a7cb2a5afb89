import {
  addPasskey,
  addTotp,
  DomainError,
  type FactorId,
  FactorName,
  type FactorProof,
  type Instant,
  type User,
  withRecoveryCodes,
} from '@strongroom/domain';
import { triesOver } from '../../kernel/attempts.ts';
import type { RequestInfo } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { requesterAt } from '../../kernel/network.ts';
import { passkeyHome } from './passkey-home.ts';
import { type FactorAnswer, parseJson } from './prove-factor.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { factorBuckets } from './sign-in-limits.ts';
import { challengeOf, newTotpSecret, sealTotp } from './totp-secret.ts';

type AddDeps = Pick<Deps, 'limiter' | 'clock' | 'ids' | 'secrets' | 'factors' | 'publicUrl' | 'organisation'>;

/** The options of a step: what a person may add, or use. */
export type FactorOptions = Readonly<{
  /** For `navigator.credentials.get`; null for a user without passkeys. */
  passkey: unknown;
  /** A program to add; null where the user may not add one in this step. */
  totp: Readonly<{ secret: string; address: string }> | null;
  /** For `navigator.credentials.create`; null at an IP address too. */
  newPasskey: unknown;
}>;

type OptionDeps = Pick<Deps, 'secrets' | 'factors' | 'publicUrl' | 'organisation'>;

/** `mayAdd`: whether the step adds a factor too. */
export async function factorOptions(
  deps: OptionDeps,
  user: User,
  { state, mayAdd }: Readonly<{ state: string; mayAdd: boolean }>,
): Promise<FactorOptions> {
  const home = passkeyHome(deps);
  const known = user.secondFactor?.passkeys ?? [];
  const challenge = challengeOf(deps, state);
  const secret = newTotpSecret(deps, state);
  const account = user.email;
  return {
    passkey: home && known.length > 0 ? await deps.factors.passkeyToUse(home, known, challenge) : null,
    totp: mayAdd
      ? {
          secret: deps.factors.totpText(secret),
          address: deps.factors.totpAddress({ secret, account, issuer: deps.organisation ?? 'Strongroom' }),
        }
      : null,
    newPasskey:
      mayAdd && home
        ? await deps.factors.passkeyToCreate(home, { id: user.id, email: user.email, known }, challenge)
        : null,
  };
}

type FactorToAdd = Readonly<{
  user: User;
  state: string;
  answer: FactorAnswer;
  name: FactorName | undefined;
  request: RequestInfo;
}>;

/** `codes`: recovery codes that come with the first factor; empty with a further one. */
export type AddedFactor = Readonly<{ proof: FactorProof; apply: (user: User) => User; codes: readonly string[] }>;

/** Checks a factor that a user adds. Throws SECOND_FACTOR_INVALID, RATE_LIMIT_EXCEEDED. */
export const addingFactors = (deps: AddDeps) => {
  const isRight = triesOver(deps);
  return async ({ user, state, answer, name, request }: FactorToAdd): Promise<AddedFactor> => {
    const now = deps.clock.now();
    const way = answer.code === undefined ? 'passkey' : 'totp';
    let add: ((user: User) => User) | undefined;
    const right = await isRight(factorBuckets(requesterAt(request.ip), user.id, way), async () => {
      add = answer.code === undefined ? await passkeyOf(answer) : totpOf(answer.code.replace(/\s/gu, ''));
      return add !== undefined;
    });
    if (!right || add === undefined) throw new DomainError('SECOND_FACTOR_INVALID');
    const fresh = newRecoveryCodes(deps, user.id);
    const isFirst = user.secondFactor === undefined;
    const found = add;
    return {
      proof: { way, at: now },
      apply: (present) => (isFirst ? withRecoveryCodes(found(present), fresh.hashes) : found(present)),
      codes: isFirst ? fresh.codes : [],
    };

    function totpOf(code: string): typeof add {
      const secret = newTotpSecret(deps, state);
      const step = deps.factors.totpStep(secret, code, now);
      if (step === undefined) return undefined;
      const sealed = sealTotp(deps, user.id, secret);
      return (present) => addTotp(present, { ...newFactor(deps, name, 'authenticator', now), sealed, lastStep: step });
    }

    async function passkeyOf({ passkey = '' }: FactorAnswer): Promise<typeof add> {
      const home = passkeyHome(deps);
      const created = home && (await deps.factors.createdPasskey(home, challengeOf(deps, state), parseJson(passkey)));
      return created && ((present) => addPasskey(present, { ...newFactor(deps, name, 'passkey', now), ...created }));
    }
  };
};

const newFactor = ({ ids }: Pick<Deps, 'ids'>, name: FactorName | undefined, usual: string, now: Instant) => ({
  id: ids.uuid<FactorId>(),
  name: name ?? FactorName.parse(usual),
  createdAt: now,
});
