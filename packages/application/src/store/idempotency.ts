import type { ErrorCode, Instant, Json } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** The answer to a request with an Idempotency-Key. Holds no secret and no key material. */
export type IdempotencyRecord = Readonly<{
  id: string;
  fingerprint: string;
  kept: Json;
  at: Instant;
  /** Number of replays, if that is limited. */
  replays?: number;
  /** The code for a replay after the subject of the answer was deleted; the answer itself is erased then. */
  gone?: ErrorCode;
}>;

export const EVERY_RECORD = 'all';
/** Answers that hold the name of a room. */
export const answersOfRoom = (roomId: string): string => `room:${roomId}`;
/** Answers that hold the name of an org unit. */
export const answersOfUnit = (unitId: string): string => `unit:${unitId}`;

const idIn = (kept: Json, part: string): readonly string[] => {
  if (typeof kept !== 'object' || kept === null || !(part in kept)) return [];
  const named: unknown = Object.entries(kept).find(([name]) => name === part)?.[1];
  return typeof named === 'object' && named !== null && 'id' in named && typeof named.id === 'string' ? [named.id] : [];
};

export const idempotencyRecords = defineCollection<IdempotencyRecord>({
  name: 'idempotency',
  // Schema 2 adds list keys by room and org unit.
  oldest: 2,
  id: (record) => record.id,
  position: (record) => record.at,
  keys: ({ kept }) => [
    EVERY_RECORD,
    ...idIn(kept, 'room').map(answersOfRoom),
    ...idIn(kept, 'unit').map(answersOfUnit),
  ],
});
