import { instant } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** A signed checkpoint of an audit log, word for word, with the signatures of witnesses that came so far. */
export type SignedCheckpoint = Readonly<{ origin: string; size: number; note: string }>;

/** Never deleted. The size is the place in lists: clocks may go back, a log cannot. */
export const checkpoints = defineCollection<SignedCheckpoint>({
  name: 'audit-checkpoints',
  id: ({ origin, size }) => checkpointId(origin, size),
  position: ({ size }) => instant(size),
  keys: ({ origin }) => [checkpointsOf(origin)],
  shape: { note: 'text' },
});

export const checkpointsOf = (origin: string): string => `log:${origin}`;

export const checkpointId = (origin: string, size: number): string => `${origin}/${String(size).padStart(16, '0')}`;
