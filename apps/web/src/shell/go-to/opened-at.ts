import { visitHere } from '../../base/visits.ts';

/** The time at which this browser opened a room last. */
export const openedAt = (roomId: string): number | undefined => visitHere(roomId)?.at;
