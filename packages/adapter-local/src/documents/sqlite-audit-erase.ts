import { postingsOf, withoutOffsets } from '@strongroom/audit-log';
import type { Erasure } from '@strongroom/ports';
import type { Connection } from './sqlite-connection.ts';
import { bytesOf, integerOf, textOf } from './sqlite-statement.ts';

const TEXT = 'SELECT event FROM events WHERE seq = ?1 AND event IS NOT NULL';
const DROP_ADDRESS = 'UPDATE events SET ip = NULL, ip_salt = NULL WHERE seq = ?1';
const DROP_EVENT = 'UPDATE events SET event = NULL, ip = NULL, ip_salt = NULL WHERE seq = ?1';
const CLOSED = 'SELECT coalesce(max(block), -1) + 1 AS closed FROM blocks';
const POSTING = 'SELECT offsets FROM postings WHERE term = ?1 AND block = ?2';
const CHANGE = 'UPDATE postings SET count = ?3, offsets = ?4 WHERE term = ?1 AND block = ?2';
const DROP = 'DELETE FROM postings WHERE term = ?1 AND block = ?2';
const NOTE = 'UPDATE log SET erasures = erasures + 1';

/** Erases events within a transaction, with their place in the index of closed blocks. Every process indexes again. */
export function eraseEvents(connection: Connection, { seqs, part, blockSize }: Erasure): void {
  if (part === 'address') {
    for (const seq of seqs) connection.sql(DROP_ADDRESS).run(seq);
    return;
  }
  const events = seqs.flatMap((seq) => {
    const row = connection.sql(TEXT).row(seq);
    return row === undefined ? [] : [{ seq, text: textOf(row, 'event') }];
  });
  if (events.length === 0) return;
  const closed = integerOf(connection.sql(CLOSED).row() ?? {}, 'closed');
  for (const { term, block, offsets } of postingsOf(events, closed, blockSize)) {
    const row = connection.sql(POSTING).row(term, block);
    const left = row && withoutOffsets(bytesOf(row, 'offsets'), offsets);
    if (left === undefined) connection.sql(DROP).run(term, block);
    else connection.sql(CHANGE).run(term, block, left.count, left.offsets);
  }
  for (const { seq } of events) connection.sql(DROP_EVENT).run(seq);
  connection.sql(NOTE).run();
}
