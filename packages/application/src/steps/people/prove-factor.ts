import {
  DomainError,
  type FactorProof,
  type FactorWay,
  type Instant,
  MINUTE,
  type User,
  usePasskey,
  useRecoveryCode,
  useTotp,
} from '@strongroom/domain';
import { triesOver } from '../../kernel/attempts.ts';
import type { RequestInfo } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { requesterAt } from '../../kernel/network.ts';
import { userTarget } from '../../kernel/targets.ts';
import { passkeyHome } from './passkey-home.ts';
import { hashesOfCode } from './recovery-codes.ts';
import { factorBuckets } from './sign-in-limits.ts';
import { challengeOf, sealTotp, totpSecretOf } from './totp-secret.ts';
import { endedSignIn } from './waiting-state.ts';

/** The answer of a person: one of them. `passkey` is the JSON of a credential. */
export type FactorAnswer = Readonly<{
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: string | undefined;
}>;

export type ProveDeps = Pick<
  Deps,
  'runner' | 'limiter' | 'clock' | 'secrets' | 'factors' | 'publicUrl' | 'organisation'
>;
type FactorToProve = Readonly<{ user: User; state: string | undefined; answer: FactorAnswer; request: RequestInfo }>;

/** A right answer. `apply` takes it from a user as they are at the commit; throws SECOND_FACTOR_INVALID where it was used since. */
export type ProvenFactor = Readonly<{ proof: FactorProof; apply: (user: User) => User }>;
type Found = Readonly<{ way: FactorWay; apply: ((user: User) => User) | undefined; reason?: 'counter' }>;

/** A state is answered by one passkey; longer than it lives, as clocks differ. */
const ONCE = { limit: 1, milliseconds: 30 * MINUTE };

/**
 * Checks the second factor of a user. A wrong one is counted and recorded. Throws SECOND_FACTOR_INVALID, RATE_LIMIT_EXCEEDED,
 * SIGN_IN_REFUSED for a state that was answered by a passkey before.
 */
export const provingFactors = (deps: ProveDeps) => {
  const isRight = triesOver(deps);
  return async ({ user, state, answer, request }: FactorToProve): Promise<ProvenFactor> => {
    const now = deps.clock.now();
    let found: Found | undefined;
    const way = factorWayOf(answer);
    const buckets = factorBuckets(requesterAt(request.ip), user.id, way);
    const right = await isRight(buckets, async () => {
      found = await look(user, state, answer, now);
      return isTaken(user, found);
    });
    if (!right || found?.apply === undefined) {
      await recordRefusal(user, request, { factor: way, reason: found?.reason ?? null });
      throw new DomainError('SECOND_FACTOR_INVALID');
    }
    if (way === 'passkey') await takeOnce(state ?? '', now);
    return { proof: { way, at: now }, apply: found.apply };
  };

  async function look(user: User, state: string | undefined, answer: FactorAnswer, now: Instant): Promise<Found> {
    if (answer.code !== undefined) return byCode(user, answer.code.replace(/\s/gu, ''), now);
    if (answer.recoveryCode !== undefined) {
      const hashes = hashesOfCode(deps, user.id, answer.recoveryCode);
      return { way: 'recovery_code', apply: (present) => useRecoveryCode(present, hashes) };
    }
    return byPasskey(user, state, answer.passkey ?? '');
  }

  function byCode(user: User, code: string, now: Instant): Found {
    const secret = totpSecretOf(deps, user);
    const step = secret && deps.factors.totpStep(secret, code, now);
    if (secret === undefined || step === undefined) return { way: 'totp', apply: undefined };
    // Sealed again, so that a program in use outlives a change of the secret of the service.
    const sealed = sealTotp(deps, user.id, secret);
    return { way: 'totp', apply: (present) => withSealed(useTotp(present, step), sealed) };
  }

  async function byPasskey(user: User, state: string | undefined, text: string): Promise<Found> {
    const home = passkeyHome(deps);
    const answer = parseJson(text);
    const credentialId = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined;
    const passkey = user.secondFactor?.passkeys.find((known) => known.credentialId === credentialId);
    if (home === undefined || passkey === undefined || state === undefined) return { way: 'passkey', apply: undefined };
    const signed = await deps.factors.usedPasskey(home, challengeOf(deps, state), answer, passkey);
    if (signed === undefined) return { way: 'passkey', apply: undefined };
    const apply = (present: User): User => usePasskey(present, passkey.credentialId, signed.counter);
    return isTaken(user, { way: 'passkey', apply })
      ? { way: 'passkey', apply }
      : { way: 'passkey', apply: undefined, reason: 'counter' };
  }

  async function takeOnce(state: string, now: Instant): Promise<void> {
    if (!(await deps.limiter.take(`second-factor-state:${deps.secrets.hash(state)}`, ONCE, now)).allowed)
      throw endedSignIn();
  }

  function recordRefusal(
    user: User,
    request: RequestInfo,
    data: Readonly<Record<string, string | null>>,
  ): Promise<void> {
    return deps.runner.run({
      author: { actor: { type: 'system' }, request },
      refs: [],
      apply: (uow) => {
        uow.record({ type: 'session.factor_refused', target: userTarget(user.id), data });
      },
    });
  }
};

export const factorWayOf = (answer: FactorAnswer): FactorWay =>
  answer.code !== undefined ? 'totp' : answer.recoveryCode !== undefined ? 'recovery_code' : 'passkey';

function isTaken(user: User, { apply }: Found): boolean {
  try {
    return apply?.(user) !== undefined;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'SECOND_FACTOR_INVALID') return false;
    throw error;
  }
}

const withSealed = (user: User, sealed: string): User =>
  user.secondFactor?.totp
    ? { ...user, secondFactor: { ...user.secondFactor, totp: { ...user.secondFactor.totp, sealed } } }
    : user;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
