import { randomUUID } from 'node:crypto';
import type { EventId, Instant, Label, NewEvent, OrgId, OrgUnitId, UserId } from '@strongroom/domain';
import { DEFAULT_LABELS } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { documentOf } from '../../src/store/collection.ts';
import { oldEvents } from '../../src/store/old-events.ts';
import { ORGANISATION, organisations } from '../../src/store/organisation.ts';

const LABELS = ['C1', 'C4', null, 'forgotten'] as const;

/** Events of an older version, some of one moment, one in four of a label that the organisation does not have. */
const oldEvent = (n: number): NewEvent => ({
  id: randomUUID() as string as EventId,
  type: 'room.edited',
  outcome: 'allowed',
  rule: null,
  occurredAt: (1000 + Math.floor(n / 3)) as Instant,
  actor: { type: 'user', id: randomUUID() as string as UserId, tokenId: null },
  target: { type: 'room', id: randomUUID(), roomId: null, label: LABELS[n % 4] as Label | null },
  request: null,
  data: { n },
});

/** Stores an organisation and `count` events as documents, and returns the events in the order of the log to be. */
export async function anOlderLog(documents: DocumentStore, count: number): Promise<readonly NewEvent[]> {
  const events = Array.from({ length: count }, (_, n) => oldEvent(n));
  const organisation = {
    id: randomUUID() as string as OrgId,
    rootUnitId: randomUUID() as string as OrgUnitId,
    scheme: DEFAULT_LABELS,
    owners: [],
  };
  await documents.commit([
    { collection: organisations.name, insert: { ...documentOf(organisations, organisation, 1), id: ORGANISATION } },
    ...events.map((event) => ({
      collection: oldEvents.name,
      insert: { ...documentOf(oldEvents, event, 1), schema: 1 },
    })),
  ]);
  const isKnown = ({ target }: NewEvent) => target.label === null || target.label.startsWith('C');
  const known = events.filter(isKnown).toSorted((a, b) => a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1));
  const others = events.filter((event) => !isKnown(event)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return [...known, ...others];
}

const READ = { labels: ['', 'C1', 'C2', 'C3', 'C4', 'forgotten'] };

/** Throws unless the log is its beginning and the events, in their order, and no document is left. */
export async function assertMoved(documents: DocumentStore, events: readonly NewEvent[]): Promise<void> {
  const left = await documents.outdated(oldEvents.name, { below: 99, limit: 1 });
  if (left.length > 0) throw new Error('a document is left');
  const [started, ...moved] = (await documents.audit.list(READ, { limit: 100_000 })).toReversed();
  if (started?.type !== 'log.started' || started.data.before !== events.length)
    throw new Error('the log does not begin with the number of older events');
  const expected = events.map((event, index) => ({ ...event, seq: index + 1 }));
  if (JSON.stringify(moved.map(sorted)) !== JSON.stringify(expected.map(sorted)))
    throw new Error('not every event was moved, once, in its order');
}

const sorted = (event: object): unknown => Object.entries(event).toSorted(([a], [b]) => (a < b ? -1 : 1));
