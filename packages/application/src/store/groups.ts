import { EPOCH, type RoomGroups } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** The groups of a room, one document for each room that has any. */
export const roomGroups = defineCollection<RoomGroups>({
  name: 'room-groups',
  id: ({ roomId }) => roomId,
  position: () => EPOCH,
});
