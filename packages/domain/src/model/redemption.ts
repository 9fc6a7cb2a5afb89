import type { SecretHash } from '../values/crypto.ts';
import { DomainError } from '../values/errors.ts';
import type { RedemptionId, ShareLinkId } from '../values/ids.ts';
import { DAY, type Instant, plus } from '../values/time.ts';

/** The answers of a redemption about an item of a package. */
export type AnsweredItem = Readonly<{ version: number; answers: number }>;

/** One counted download of a share link, which its holder may finish. INVARIANT: resumes ≤ MAX_RESUMES. */
export type Redemption = Readonly<{
  id: RedemptionId;
  /** The version that was released; absent where an older release stored it: the only one. */
  version?: number;
  linkId: ShareLinkId;
  secretHash: SecretHash;
  begunAt: Instant;
  resumes: number;
  /** Answers about items of a package, by index. */
  items?: Readonly<Record<number, AnsweredItem>>;
}>;

/** Milliseconds. Covers the largest file on the slowest line, with nights and reloads. */
export const RESUMABLE_FOR = DAY;
/** Maximum number of addresses after the first one. */
export const MAX_RESUMES = 100;

export const resumableUntil = ({ begunAt }: Pick<Redemption, 'begunAt'>): Instant => plus(begunAt, RESUMABLE_FOR);

/** Whether this redemption of the link gets another address. */
export const isResumable = (
  redemption: Pick<Redemption, 'linkId' | 'begunAt' | 'resumes'>,
  link: Readonly<{ id: ShareLinkId }>,
  now: Instant,
): boolean => redemption.linkId === link.id && now < resumableUntil(redemption) && redemption.resumes < MAX_RESUMES;

/** Counts one resume. Throws REDEMPTION_ENDED, whatever the policy decided. */
export function resumeRedemption(
  redemption: Redemption,
  link: Readonly<{ id: ShareLinkId }>,
  now: Instant,
): Redemption {
  if (!isResumable(redemption, link, now)) throw new DomainError('REDEMPTION_ENDED');
  return { ...redemption, resumes: redemption.resumes + 1 };
}
