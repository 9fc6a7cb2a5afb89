import {
  FACTOR_FRESH,
  type FactorId,
  type FactorName,
  type Instant,
  isFactorStale,
  plus,
  type User,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';

type FactorSeen = Readonly<{ id: FactorId; way: 'totp' | 'passkey'; name: FactorName; createdAt: Instant }>;

/** The second factors of the caller. */
export type FactorsSeen = Readonly<{
  isRequired: boolean;
  factors: readonly FactorSeen[];
  recoveryCodesLeft: number;
  /** Codes that were made by this request; empty otherwise, and in a replay. */
  recoveryCodes: readonly string[];
  /** Until when this session needs no further proof; null where it needs one now, and for a credential that needs none. */
  provenUntil: Instant | null;
}>;

export function factorsSeen(
  { secondFactor, clock }: Pick<Deps, 'secondFactor' | 'clock'>,
  { credential }: SignedIn,
  user: User,
  recoveryCodes: readonly string[] = [],
): FactorsSeen {
  const { totp, passkeys = [], recoveryCodes: left = [] } = user.secondFactor ?? {};
  const session = user.sessions.find(({ id }) => id === credential.id);
  const isProven = session?.factor !== undefined && !isFactorStale(user, session, clock.now());
  return {
    isRequired: secondFactor === 'required',
    factors: [
      ...(totp ? [{ ...seen(totp), way: 'totp' as const }] : []),
      ...passkeys.map((passkey) => ({ ...seen(passkey), way: 'passkey' as const })),
    ],
    recoveryCodesLeft: left.length,
    recoveryCodes,
    provenUntil: isProven ? plus(session.factor.at, FACTOR_FRESH) : null,
  };
}

const seen = ({ id, name, createdAt }: Omit<FactorSeen, 'way'>) => ({ id, name, createdAt });

/** A replay shows no codes. */
export const withoutCodes: Replay<FactorsSeen> = {
  store: (answer) => ({ ...answer, recoveryCodes: [] }),
  restore: (kept: FactorsSeen) => kept,
};
