import { plus } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import { REMEMBERED } from '../kernel/idempotent.ts';
import { EVERY_RECORD, idempotencyRecords } from '../store/idempotency.ts';
import { removeOlder } from './remove-older.ts';

/** Deletes expired idempotency records. */
export const sweepIdempotency = (deps: Pick<Deps, 'documents' | 'clock'>): Promise<void> =>
  removeOlder(deps, idempotencyRecords, { key: EVERY_RECORD, until: plus(deps.clock.now(), -REMEMBERED) });
