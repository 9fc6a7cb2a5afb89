import { instant } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** A signed checkpoint of the audit log, word for word, with the signatures of witnesses that came so far. */
export type SignedCheckpoint = Readonly<{ size: number; note: string }>;

export const EVERY_CHECKPOINT = 'all';

/** Never deleted. The size is the place in lists: clocks may go back, a log cannot. */
export const checkpoints = defineCollection<SignedCheckpoint>({
  name: 'audit-checkpoints',
  id: ({ size }) => checkpointId(size),
  position: ({ size }) => instant(size),
  keys: () => [EVERY_CHECKPOINT],
});

export const checkpointId = (size: number): string => String(size).padStart(16, '0');
