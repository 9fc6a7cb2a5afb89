import type { ErrorCode, Instant, Json } from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';

/** What a request with an Idempotency-Key was answered. Holds no secret and no key material. */
export type IdempotencyRecord = Readonly<{
  id: string;
  fingerprint: string;
  kept: Json;
  at: Instant;
  /** How often it was replayed, where that is limited. */
  replays?: number;
  /** What a repetition is answered once that is gone which the answer spoke of; nothing of the answer is kept then. */
  gone?: ErrorCode;
}>;

export const EVERY_RECORD = 'all';
/** Answers that speak of a room, and name it. */
export const answersOfRoom = (roomId: string): string => `room:${roomId}`;
/** Answers that speak of an org unit, and name it. */
export const answersOfUnit = (unitId: string): string => `unit:${unitId}`;

const idIn = (kept: Json, part: string): readonly string[] => {
  if (typeof kept !== 'object' || kept === null || !(part in kept)) return [];
  const named: unknown = Object.entries(kept).find(([name]) => name === part)?.[1];
  return typeof named === 'object' && named !== null && 'id' in named && typeof named.id === 'string' ? [named.id] : [];
};

export const idempotencyRecords = defineCollection<IdempotencyRecord>({
  name: 'idempotency',
  // Schema 2: found by what they speak of.
  upcasts: [sameBody],
  id: (record) => record.id,
  position: (record) => record.at,
  keys: ({ kept }) => [
    EVERY_RECORD,
    ...idIn(kept, 'room').map(answersOfRoom),
    ...idIn(kept, 'unit').map(answersOfUnit),
  ],
});
