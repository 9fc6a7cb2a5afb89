import { EPOCH, type Instant } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** The last checkpoint of a log that a keeper got, and when. */
export type KeptCheckpoint = Readonly<{ keeper: string; origin: string; size: number; at: Instant }>;

export const keptCheckpoints = defineCollection<KeptCheckpoint>({
  name: 'kept-checkpoints',
  id: ({ keeper }) => keeper,
  position: () => EPOCH,
  shape: { origin: 'text', size: 'number', at: 'number' },
});
