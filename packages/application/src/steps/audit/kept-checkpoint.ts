import type { Checkpoint, VerifierKey } from '@strongroom/audit-proof';
import type { CheckpointKeeper } from '@strongroom/ports';
import { genuineCheckpoint } from './genuine-checkpoint.ts';

/** `hasOthers`: the keeper also has checkpoints that no key of the log signed, or that lie under the name of others. */
export type FoundCheckpoint = Readonly<{ checkpoint: Checkpoint | undefined; hasOthers: boolean }>;

/** Checkpoints that are passed over. More of them hide a genuine one, as their author could by removing it. */
const MAX_OTHERS = 16;

/**
 * The longest genuine checkpoint of a log that a keeper has. Forged ones are passed over: the holder of the place may put
 * anything there, and must not hide shorter ones by it. Rejects with the error of the keeper.
 */
export async function keptCheckpoint(
  keeper: CheckpointKeeper,
  origin: string,
  keys: readonly VerifierKey[],
): Promise<FoundCheckpoint> {
  let below: number | undefined;
  for (let others = 0; others <= MAX_OTHERS; others++) {
    const found = await keeper.latest?.(origin, below);
    if (found === undefined) return { checkpoint: undefined, hasOthers: others > 0 };
    const checkpoint = await genuineCheckpoint(found.note, keys);
    // A genuine checkpoint under a greater name would hide those between.
    if (checkpoint?.origin === origin && checkpoint.size === found.size) return { checkpoint, hasOthers: others > 0 };
    below = found.size;
  }
  return { checkpoint: undefined, hasOthers: true };
}
