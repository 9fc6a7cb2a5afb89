import { eventText, type Facets, facetsOfText } from '@strongroom/ports';
import type { ClientSession } from 'mongodb';
import type { Attempt } from '../connection/call-guard.ts';
import { serverTime } from '../connection/call-guard.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { AUDIT, type Extent, LOG, type PendingRow } from './layout.ts';
import { sha256 } from './sha256.ts';
import { fullTilesOf, growTiles } from './tiles.ts';
import { transact } from './transact.ts';

/** Events that one transaction numbers: a few milliseconds of work. */
const MAX_BATCH = 128;

export type Numbered = Readonly<{ first: number; facets: readonly Facets[] }>;

/**
 * Numbers the events that wait, in the order of the primary's logical clock. INVARIANT: a transaction takes all that is
 * pending in its snapshot, lowest time first. "All that is newer than the last" would lose events: a transaction that began
 * earlier may be committed later.
 *
 * Two processes may do so at the same time: both replace the extent of the log, so one of them conflicts and starts again.
 */
export async function sequence(
  connection: MongoConnection,
  attempt: Attempt,
  onNumbered: (numbered: Numbered) => void,
): Promise<void> {
  while (await hasPending(connection, attempt)) {
    const numbered = await transact(connection, attempt, (session) => numberSome(connection, session));
    if (numbered !== undefined) onNumbered(numbered);
    if ((numbered?.facets.length ?? 0) < MAX_BATCH) return;
  }
}

/** Sees every event that was committed before it was called. */
export async function hasPending(connection: MongoConnection, attempt: Attempt): Promise<boolean> {
  const { cursor } = await connection.run<PendingRow>({
    find: AUDIT,
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
  const find = { find: LOG, filter: { _id: 'extent' }, limit: 1, singleBatch: true, ...options };
  const [extent] = (await connection.run<Extent>(find, session)).cursor.firstBatch;
  return extent ?? { _id: 'extent', size: 0, closed: 0, erasures: 0 };
}

async function numberSome(connection: MongoConnection, session: ClientSession): Promise<Numbered | undefined> {
  const { cursor } = await connection.run<PendingRow>(
    {
      find: AUDIT,
      filter: { pending: true },
      hint: 'pending',
      sort: { at: 1 },
      limit: MAX_BATCH,
      batchSize: MAX_BATCH + 1,
    },
    session,
  );
  const rows = cursor.firstBatch;
  if (rows.length === 0) return undefined;
  const { size } = await extentIn(connection, session);
  const texts = rows.map((row, index) => eventText(row, size + index));
  const after = size + rows.length;
  // Before all other writes: of two processes one conflicts here.
  await connection.run<never>(
    {
      update: LOG,
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
  await connection.run<never>(
    {
      update: AUDIT,
      updates: rows.map(({ _id }, index) => ({
        q: { _id },
        u: { $set: { seq: size + index, entry: sha256(texts[index] ?? '') }, $unset: { pending: '' } },
      })),
    },
    session,
  );
  const [from, until] = [fullTilesOf(size), fullTilesOf(after)];
  if (until > from) await connection.run<never>(await growTiles(connection, from, until, session), session);
  return { first: size, facets: texts.map(facetsOfText) };
}
