import { postingsOf, withoutOffsets } from '@strongroom/audit-log';
import type { Erasure } from '@strongroom/ports';
import type { Session } from '../connection/session.ts';
import { bytesIn, eventTextOf, extentIn } from './rows.ts';

const LOCK = 'SELECT id FROM log FOR UPDATE';
const NOTE = 'UPDATE log SET erasures = erasures + 1';
const EVENTS = 'SELECT seq, head, tail FROM events WHERE seq = ANY($1::bigint[]) AND head IS NOT NULL';
const DROP_ADDRESSES = 'UPDATE events SET ip = NULL, ip_salt = NULL WHERE seq = ANY($1::bigint[])';
const DROP_EVENTS =
  'UPDATE events SET head = NULL, tail = NULL, ip = NULL, ip_salt = NULL WHERE seq = ANY($1::bigint[])';
const POSTING = { name: 'posting', text: 'SELECT offsets FROM postings WHERE term = $1 AND block = $2' };
const DROP = { name: 'drop-posting', text: 'DELETE FROM postings WHERE term = $1 AND block = $2' };
const CHANGE = {
  name: 'change-posting',
  text: 'UPDATE postings SET count = $3, offsets = $4 WHERE term = $1 AND block = $2',
};
/** Drops postings of the open block, which is written again, perhaps without a term of an erased event. */
const DROP_OPEN = 'DELETE FROM postings WHERE block >= $1';

/** Erases numbered events, with their place in the index of closed blocks. Every process indexes again. */
export async function eraseEvents(session: Session, { seqs, part, blockSize }: Erasure): Promise<void> {
  if (part === 'address') {
    await session.run({ text: DROP_ADDRESSES }, [seqs]);
    return;
  }
  // The lock comes first, so that no process writes the index at the same time.
  await session.run({ text: LOCK });
  const { closed } = await extentIn(session);
  const events = (await session.run({ text: EVENTS }, [seqs])).flatMap((row) => {
    const text = eventTextOf(row);
    return text === undefined ? [] : [{ seq: Number(row.seq), text }];
  });
  if (events.length === 0) return;
  for (const { term, block, offsets } of postingsOf(events, closed, blockSize)) {
    const [row] = await session.run(POSTING, [term, block]);
    const left = row && withoutOffsets(bytesIn(row, 'offsets'), offsets);
    if (left === undefined) await session.run(DROP, [term, block]);
    else await session.run(CHANGE, [term, block, left.count, Buffer.from(left.offsets)]);
  }
  await session.run({ text: DROP_OPEN }, [closed]);
  await session.run({ text: DROP_EVENTS }, [seqs]);
  await session.run({ text: NOTE });
}
