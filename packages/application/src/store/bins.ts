import type { Instant, RoomId } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** A room whose bin holds files, and when the term of the first one ends: no later than `dueAt` is looked again. */
export type DueBin = Readonly<{ roomId: RoomId; dueAt: Instant }>;

export const DUE_BINS = 'due';

/** One document for each room, made with the first file of its bin. A deleted file replaces its room in the same commit. */
export const bins = defineCollection<DueBin>({
  name: 'bins',
  id: ({ roomId }) => roomId,
  position: ({ dueAt }) => dueAt,
  keys: () => [DUE_BINS],
});
