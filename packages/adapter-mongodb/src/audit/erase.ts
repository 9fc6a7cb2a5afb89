import { eventText, postingsOf, withoutOffsets } from '@strongroom/audit-log';
import type { Erasure } from '@strongroom/ports';
import type { Binary, ClientSession } from 'mongodb';
import type { Attempt } from '../connection/call-guard.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { AUDIT_COLLECTION, type EventRow, LOG_COLLECTION, POSTINGS_COLLECTION, postingId } from './layout.ts';
import { extentIn } from './sequencer.ts';
import { transactUntilDone } from './transact.ts';

const ADDRESS = { ip: '', ipSalt: '' };

/** Erases numbered events, with their place in the index of closed blocks. Every process indexes again. */
export const eraseEvents = (connection: MongoConnection, attempt: Attempt, erasure: Erasure): Promise<void> =>
  transactUntilDone(connection, attempt, async (session) => {
    const { seqs, part } = erasure;
    const q = { seq: { $in: [...seqs] } };
    if (part === 'event') await dropFromIndex(connection, session, erasure);
    const $unset = part === 'event' ? { ...ADDRESS, head: '', tail: '' } : ADDRESS;
    await connection.run<never>({ update: AUDIT_COLLECTION, updates: [{ q, u: { $unset }, multi: true }] }, session);
  });

async function dropFromIndex(
  connection: MongoConnection,
  session: ClientSession,
  { seqs, blockSize }: Erasure,
): Promise<void> {
  // This write comes first, so that an index that is being written conflicts.
  await connection.run<never>(
    { update: LOG_COLLECTION, updates: [{ q: { _id: 'extent' }, u: { $inc: { erasures: 1 } } }] },
    session,
  );
  const { closed } = await extentIn(connection, session);
  const { cursor } = await connection.run<EventRow>(
    { find: AUDIT_COLLECTION, filter: { seq: { $in: [...seqs] } }, batchSize: seqs.length + 1 },
    session,
  );
  const events = cursor.firstBatch.flatMap(({ seq, head, tail }) =>
    head === undefined || tail === undefined ? [] : [{ seq, text: eventText({ head, tail }, seq) }],
  );
  for (const { term, block, offsets } of postingsOf(events, closed, blockSize)) {
    const q = { _id: postingId(term, block) };
    const found = await connection.run<{ offsets: Binary }>(
      { find: POSTINGS_COLLECTION, filter: q, limit: 1 },
      session,
    );
    const bytes = found.cursor.firstBatch[0]?.offsets.value();
    const left = bytes && withoutOffsets(bytes, offsets);
    await connection.run<never>(
      left === undefined
        ? { delete: POSTINGS_COLLECTION, deletes: [{ q, limit: 1 }] }
        : { update: POSTINGS_COLLECTION, updates: [{ q, u: { $set: left } }] },
      session,
    );
  }
}
