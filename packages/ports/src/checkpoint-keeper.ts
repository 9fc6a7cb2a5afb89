/** A checkpoint, word for word, and the number of events that its name says. */
export type KeptCheckpoint = Readonly<{ size: number; note: string }>;

/**
 * Keeps checkpoints somewhere else, and checks nothing.
 *
 * - [CK-01] `latest` returns the longest checkpoint that was kept of a log, word for word, and undefined before the first one.
 * - [CK-02] With `below` it returns the longest of those that have fewer events.
 * - [CK-03] The first checkpoint of a size stays: keeping another one of that size resolves and changes nothing.
 * - [CK-04] Logs are apart, also where the name of one begins with that of another.
 * - [CK-05] Of checkpoints of one size that are kept at the same time, by any number of keepers of a place, one whole stays.
 * - [CK-06] `keep` and `latest` reject when the place cannot be reached.
 */
export interface CheckpointKeeper {
  /** Shown to operators. */
  readonly name: string;
  /** Milliseconds between two checkpoints at least. */
  readonly every: number;
  /** Harmless to repeat. */
  keep(checkpoint: Readonly<{ origin: string; size: number; note: string }>): Promise<void>;
  /** The latest checkpoint by the size in its name, if the keeper can list names. Anyone may have put it there, under any name. */
  latest?(origin: string, below?: number): Promise<KeptCheckpoint | undefined>;
}
