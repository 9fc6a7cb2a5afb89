import { plus, RESUMABLE_FOR } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import { EVERY_REDEMPTION, redemptions } from '../store/redemptions.ts';
import { removeOlder } from './remove-older.ts';

/** Deletes redemptions that can no longer be resumed. */
export const sweepRedemptions = (deps: Pick<Deps, 'documents' | 'clock'>): Promise<void> =>
  removeOlder(deps, redemptions, { key: EVERY_REDEMPTION, until: plus(deps.clock.now(), -RESUMABLE_FOR) });
