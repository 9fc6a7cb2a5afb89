import { type EncodedEvent, eventText, facetsOfText } from '@strongroom/audit-log';
import type { Facets } from '@strongroom/ports';
import { sha256 } from '@strongroom/store-kit/node';
import type { ClientSession, Document } from 'mongodb';
import type { Attempt } from '../connection/call-guard.ts';
import { serverTime } from '../connection/call-guard.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { DEADLINE_MS } from '../connection/options.ts';
import { AUDIT_COLLECTION, type Extent, LOG_COLLECTION, type PendingRow } from './layout.ts';
import type { RecentEvents } from './recent-events.ts';
import { fullTilesOf, growTiles } from './tiles.ts';
import { transactUntilDone } from './transact.ts';

/** Events that one transaction numbers, some 20 ms of work. Transactions of 128 take the database a quarter more. */
const MAX_BATCH = 512;

/** Events from the number `first` on. */
export type NumberedEvents = Readonly<{ ids: readonly string[]; first: number; facets: readonly Facets[] }>;

export type NumberingContext = Readonly<{
  recent: RecentEvents;
  /** Hears of events that this process has numbered. */
  onNumbered: (numbered: NumberedEvents) => void;
}>;

/**
 * Numbers the events that wait, in the order of the primary's logical clock. INVARIANT: a transaction takes all that is
 * pending in its snapshot, lowest time first. "All that is newer than the last" would lose events: a transaction that began
 * earlier may be committed later.
 *
 * Two processes may do so at the same time: both replace the extent of the log, so one of them conflicts and starts again.
 *
 * False where events are left when half of the call's time has passed.
 */
export async function numberEvents(
  connection: MongoConnection,
  attempt: Attempt,
  { recent, onNumbered }: NumberingContext,
): Promise<boolean> {
  if (!(await hasPending(connection, attempt))) return true;
  for (;;) {
    const numbered = await transactUntilDone(connection, attempt, (session) => numberSome(connection, session, recent));
    if (numbered === undefined) return true;
    recent.forget(numbered.ids);
    onNumbered(numbered);
    if (numbered.ids.length < MAX_BATCH) return true;
    if (attempt.left() < DEADLINE_MS / 2) return false;
  }
}

/** Sees every event that was committed before it was called. */
export async function hasPending(connection: MongoConnection, attempt: Attempt): Promise<boolean> {
  const { cursor } = await connection.run<PendingRow>({
    find: AUDIT_COLLECTION,
    filter: { pending: true },
    projection: { _id: 1 },
    hint: 'pending',
    limit: 1,
    singleBatch: true,
    maxTimeMS: serverTime(attempt),
    readConcern: connection.snapshot,
  });
  return cursor.firstBatch.length > 0;
}

export async function extentIn(connection: MongoConnection, session?: ClientSession): Promise<Extent> {
  const options = session === undefined ? { readConcern: connection.snapshot } : {};
  const find = { find: LOG_COLLECTION, filter: { _id: 'extent' }, limit: 1, singleBatch: true, ...options };
  const [extent] = (await connection.run<Extent>(find, session)).cursor.firstBatch;
  return extent ?? { _id: 'extent', size: 0, closed: 0, erasures: 0 };
}

async function numberSome(
  connection: MongoConnection,
  session: ClientSession,
  recent: RecentEvents,
): Promise<NumberedEvents | undefined> {
  const { cursor } = await connection.run<Pick<PendingRow, '_id'>>(
    {
      find: AUDIT_COLLECTION,
      filter: { pending: true },
      projection: { _id: 1 },
      hint: 'pending',
      sort: { at: 1 },
      limit: MAX_BATCH,
      batchSize: MAX_BATCH + 1,
    },
    session,
  );
  const ids = cursor.firstBatch.map(({ _id }) => _id);
  if (ids.length === 0) return undefined;
  const { size } = await extentIn(connection, session);
  const after = size + ids.length;
  // This write comes first, so that one of two processes conflicts here.
  await connection.run<never>(
    {
      update: LOG_COLLECTION,
      updates: [
        {
          q: { _id: 'extent' },
          u: { $set: { size: after }, $setOnInsert: { closed: 0, erasures: 0 } },
          upsert: true,
        },
      ],
    },
    session,
  );
  const events = await eventsOf(connection, session, ids, recent);
  const entries = events.map((event, index) => sha256(eventText(event, size + index)));
  const { n } = await connection.run<never>(
    { update: AUDIT_COLLECTION, updates: [numbering(ids, entries, size)] },
    session,
  );
  if (n !== ids.length) throw new TypeError('an event that waits was not numbered');
  if (fullTilesOf(after) > fullTilesOf(size))
    await connection.run<never>(await growTiles(connection, size, entries, session), session);
  return { ids, first: size, facets: events.map(({ facets }) => facets) };
}

type Waiting = Pick<EncodedEvent, 'head' | 'tail' | 'facets'>;

/** The texts of events in the order of their ids. Those of other processes are read. */
async function eventsOf(
  connection: MongoConnection,
  session: ClientSession,
  ids: readonly string[],
  recent: RecentEvents,
): Promise<readonly Waiting[]> {
  const events = new Map<string, Waiting | undefined>(ids.map((id) => [id, recent.get(id)]));
  const unknown = ids.filter((id) => events.get(id) === undefined);
  if (unknown.length > 0) {
    const find = { find: AUDIT_COLLECTION, filter: { _id: { $in: unknown } }, projection: { head: 1, tail: 1 } };
    const { cursor } = await connection.run<PendingRow>({ ...find, batchSize: unknown.length + 1 }, session);
    for (const { _id, head, tail } of cursor.firstBatch)
      events.set(_id, { head, tail, facets: facetsOfText(eventText({ head, tail }, 0)) });
  }
  return [...events.values()].filter((event) => event !== undefined);
}

/** One statement for all events: a statement for each takes a quarter more of this process's time. */
const numbering = (ids: readonly string[], entries: readonly Uint8Array[], first: number): Document => ({
  q: { _id: { $in: ids } },
  u: [
    // Literal, because an id that begins with `$` would be a field.
    { $set: { seq: { $indexOfArray: [{ $literal: ids }, '$_id'] } } },
    { $set: { entry: { $arrayElemAt: [{ $literal: entries }, '$seq'] }, seq: { $add: ['$seq', first] } } },
    { $unset: 'pending' },
  ],
  multi: true,
});
