import { EPOCH, type Instant, type NewEvent } from '@strongroom/domain';
import { type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';
import { defineCollection, documentOf } from './collection.ts';

/** Marked at `at`: everything before `until` is erased a day later. */
export type ErasureMark = Readonly<{ until: Instant; at: Instant }>;

/**
 * The progress of erasures by age. Events, or addresses, of before a moment are erased.
 * `knownAt`: the latest time at which clocks agreed. The last release writes neither this nor the marks.
 */
export type AuditKeeping = Readonly<{
  startedAt: Instant;
  event: Instant | null;
  address: Instant | null;
  marks?: Readonly<{ event?: ErasureMark; address?: ErasureMark }>;
  knownAt?: Instant;
}>;

/** Id of the only document. */
export const AUDIT_KEEPING = 'keeping';

export const NOTHING_KEPT: AuditKeeping = { startedAt: EPOCH, event: null, address: null };

export const auditKeeping = defineCollection<AuditKeeping>({
  name: 'audit-keeping',
  id: () => AUDIT_KEEPING,
  position: () => EPOCH,
  shape: { startedAt: 'number' },
});

/** Stores the next state, with events; `version` is 0 if there is none yet. Returns false if another process was first. */
export async function changeKeeping(
  { documents }: Readonly<{ documents: Pick<DocumentStore, 'commit'> }>,
  state: AuditKeeping,
  version: number,
  events: readonly NewEvent[] = [],
): Promise<boolean> {
  const document = documentOf(auditKeeping, state, version + 1);
  const change = version === 0 ? { insert: document } : { replace: document };
  try {
    await documents.commit([{ collection: auditKeeping.name, ...change }], events);
    return true;
  } catch (error) {
    if (error instanceof VersionConflict || error instanceof DuplicateKey) return false;
    throw error;
  }
}
