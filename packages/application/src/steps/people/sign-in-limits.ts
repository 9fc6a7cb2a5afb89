import { type Email, type FactorWay, HOUR, MINUTE, SECOND, type UserId } from '@strongroom/domain';
import type { Requester } from '@strongroom/ports';
import type { AttemptBucket } from '../../kernel/attempts.ts';
import { WIDE_SHARE } from '../../kernel/network.ts';

/** Counts per network and e-mail address together, so that tries by others do not lock a user out. */
const PER_PERSON = { window: { limit: 10, milliseconds: MINUTE }, sideBySide: 2 };
const PER_NETWORK = { window: { limit: 100, milliseconds: MINUTE }, sideBySide: 20 };
/** Delays the answers for an e-mail address after many tries from all networks, whether or not it has a user. */
const FROM_EVERYWHERE = { window: { limit: 100, milliseconds: HOUR }, sideBySide: 64, slowedBy: SECOND };

/** The buckets of a try for an e-mail address without a credential, in the order of their checks. */
export function signInBuckets(
  kind: 'sign-in' | 'password-reset',
  { narrow, wide }: Requester,
  email: Email,
): readonly AttemptBucket[] {
  const perNetwork = (network: string, times: number): readonly AttemptBucket[] => [
    { name: `${kind}:${network}:${email}`, ...larger(PER_PERSON, times) },
    { name: `${kind}:${network}`, ...larger(PER_NETWORK, times) },
  ];
  return [
    ...perNetwork(narrow, 1),
    ...(wide === narrow ? [] : perNetwork(wide, WIDE_SHARE)),
    { name: `${kind}-email:${email}`, ...FROM_EVERYWHERE },
  ];
}

/**
 * A code of six digits is guessed within years at this rate. The bound is of a user: it concerns those only who hold their password,
 * and leaves them passkeys and recovery codes, which cannot be guessed.
 */
const GUESSABLE = { window: { limit: 100, milliseconds: 24 * HOUR }, sideBySide: 2 };

/** The buckets of a try of a second factor. */
export const factorBuckets = (
  { narrow, wide }: Requester,
  userId: UserId,
  way: FactorWay,
): readonly AttemptBucket[] => [
  { name: `second-factor:${way}:${narrow}:${userId}`, ...PER_PERSON },
  ...(wide === narrow ? [] : [{ name: `second-factor:${way}:${wide}:${userId}`, ...larger(PER_PERSON, WIDE_SHARE) }]),
  ...(way === 'totp' ? [{ name: `second-factor-user:${userId}`, ...GUESSABLE }] : []),
];

const larger = ({ window, sideBySide }: Omit<AttemptBucket, 'name'>, times: number): Omit<AttemptBucket, 'name'> => ({
  window: { ...window, limit: window.limit * times },
  sideBySide: sideBySide * times,
});
