import { plus } from '@strongroom/domain';
import { VersionConflict } from '@strongroom/ports';
import type { Deps } from '../kernel/deps.ts';
import { REMEMBERED } from '../kernel/idempotent.ts';
import { EVERY_RECORD, idempotencyRecords } from '../store/idempotency.ts';

const AT_ONCE = 500;

/** Deletes expired idempotency records. */
export async function sweepIdempotency({ documents, clock }: Pick<Deps, 'documents' | 'clock'>): Promise<void> {
  const until = plus(clock.now(), -REMEMBERED);
  for (;;) {
    const found = await documents.list(
      idempotencyRecords.name,
      { anyOf: [EVERY_RECORD], until },
      { limit: AT_ONCE, order: 'oldest' },
    );
    try {
      await documents.commit(
        found.map(({ id, version }) => ({ collection: idempotencyRecords.name, remove: { id, version } })),
      );
    } catch (error) {
      // Another process sweeps the same records; the rest waits for the next sweep.
      if (error instanceof VersionConflict) return;
      throw error;
    }
    if (found.length < AT_ONCE) return;
  }
}
