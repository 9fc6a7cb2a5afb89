import type { Instant } from '@strongroom/domain';
import { type CheckpointKeeper, type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { SignedCheckpoint } from '../../store/checkpoints.ts';
import { documentOf, refTo, stateOf } from '../../store/collection.ts';
import { keptCheckpoints } from '../../store/kept-checkpoints.ts';

type Deps = Readonly<{ documents: Pick<DocumentStore, 'read' | 'commit'> }>;

/**
 * Gives a keeper the latest checkpoint, unless it has it, or got one less than `keeper.every` milliseconds ago. It covers all
 * those that the keeper missed. Rejects with the error of the keeper.
 */
export async function keepCheckpoint(
  { documents }: Deps,
  { origin, size, note }: SignedCheckpoint,
  keeper: CheckpointKeeper,
  now: Instant,
): Promise<void> {
  const [document] = await documents.read([refTo(keptCheckpoints, keeper.name)]);
  const kept = document && stateOf(keptCheckpoints, document);
  if (kept?.origin === origin && (kept.size >= size || now - kept.at < keeper.every)) return;
  await keeper.keep({ origin, size, note });
  const state = documentOf(
    keptCheckpoints,
    { keeper: keeper.name, origin, size, at: now },
    (document?.version ?? 0) + 1,
  );
  const change = document === undefined ? { insert: state } : { replace: state };
  try {
    await documents.commit([{ collection: keptCheckpoints.name, ...change }]);
  } catch (error) {
    // Another process gave it the same or a later one.
    if (!(error instanceof VersionConflict || error instanceof DuplicateKey)) throw error;
  }
}
