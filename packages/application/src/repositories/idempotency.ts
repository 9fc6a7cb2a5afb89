import type { Instant, Json } from '@strongroom/domain';
import { defineCollection } from '../kernel/collection.ts';

/** What a request with an Idempotency-Key was answered. Holds no secret and no key material. */
export type IdempotencyRecord = Readonly<{ id: string; fingerprint: string; kept: Json; at: Instant }>;

export const EVERY_RECORD = 'all';

export const idempotencyRecords = defineCollection<IdempotencyRecord>({
  name: 'idempotency',
  id: (record) => record.id,
  position: (record) => record.at,
  keys: () => [EVERY_RECORD],
});
