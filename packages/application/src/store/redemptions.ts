import type { Redemption, SecretHash } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

export const EVERY_REDEMPTION = 'all';

/** Redemptions of share links by the hash of their secret, which only the holder of the link has. */
export const redemptions = defineCollection<Redemption>({
  name: 'redemptions',
  id: (redemption): SecretHash => redemption.secretHash,
  position: (redemption) => redemption.begunAt,
  keys: () => [EVERY_REDEMPTION],
});
