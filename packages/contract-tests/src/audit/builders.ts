import { randomUUID } from 'node:crypto';
import type { Actor, EventId, Instant, Label, NewEvent, RequestId, RoomId, Target, UserId } from '@strongroom/domain';
import type { AuditFilter, DocumentStore } from '@strongroom/ports';

/**
 * `reopen` closes the store and opens its data again; a store that lives in memory returns itself. `sibling` serves the
 * same data, as another process would. The store indexes its log in blocks of `blockSize` events.
 */
export type AuditLogHarness = {
  store: DocumentStore;
  sibling: DocumentStore;
  blockSize: number;
  reopen: () => Promise<DocumentStore>;
  end: () => Promise<void>;
};

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export const randomId = <Id extends string>(): Id => randomUUID() as string as Id;

export const userActor = (id: UserId = randomId()): Actor => ({ type: 'user', id, tokenId: randomId() });

export const roomTarget = (roomId: RoomId = randomId(), label = 'C2'): Target => ({
  type: 'room',
  id: roomId,
  roomId,
  label: label as Label,
});

export const NO_LABEL: Target = { type: 'organisation', id: randomId(), roomId: null, label: null };

/** An event with defaults. */
export const anEvent = (differences: Partial<NewEvent> = {}): NewEvent => ({
  id: randomId<EventId>(),
  type: 'room.edited',
  outcome: 'allowed',
  rule: null,
  occurredAt: 1_800_000_000_123 as Instant,
  actor: { type: 'system' },
  target: roomTarget(),
  request: { id: randomId<RequestId>(), ip: '192.0.2.7' },
  data: {},
  ...differences,
});

export const LABELS = ['', 'C1', 'C2', 'C3', 'C4'];
export const ALL_EVENTS: AuditFilter = { labels: LABELS };

export const listEvents = (store: DocumentStore, filter: AuditFilter = ALL_EVENTS) =>
  store.audit.list(filter, { limit: 10_000 });

export const listEventIds = async (
  store: DocumentStore,
  filter: AuditFilter = ALL_EVENTS,
): Promise<readonly EventId[]> => (await listEvents(store, filter)).map(({ id }) => id);

/** Commits each event alone. */
export async function recordEvents(store: DocumentStore, events: readonly NewEvent[]): Promise<void> {
  for (const one of events) await store.commit([], [one]);
}

/** Numbers from 0 to before `end`, the same for the same seed. */
export function seededNumbers(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}
