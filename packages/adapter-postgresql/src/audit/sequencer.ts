import { eventText, facetsOfText } from '@strongroom/audit-log';
import type { Extent, Facets } from '@strongroom/ports';
import type { Attempt } from '@strongroom/store-kit';
import { sha256 } from '@strongroom/store-kit/node';
import { DEADLINE_MS } from '../connection/options.ts';
import type { Session } from '../connection/session.ts';
import type { Sessions } from '../connection/sessions.ts';
import { transactUntilDone } from '../connection/transact.ts';
import { extentIn, extentOf } from './rows.ts';
import { fullTilesOf, growTiles } from './tiles.ts';

/** Events that one transaction numbers, in about ten milliseconds. */
const MAX_BATCH = 500;

export type NumberedEvents = Readonly<{ first: number; facets: readonly Facets[] }>;

/** In one snapshot: where no event waits, the size counts every event that was committed. */
const EXTENT = {
  name: 'extent-and-waiting',
  text: 'SELECT size, closed, erasures, EXISTS (SELECT 1 FROM events WHERE seq IS NULL) AS waiting FROM log',
};
const LOCK = { name: 'lock-log', text: 'SELECT size FROM log FOR UPDATE' };
const NEXT = {
  name: 'next-events',
  text: `SELECT id, head, tail FROM events WHERE seq IS NULL ORDER BY place, nth LIMIT ${MAX_BATCH}`,
};
const NUMBER = {
  name: 'number-events',
  text: `UPDATE events AS e SET seq = n.seq, entry = n.entry
    FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) AS n(id, seq, entry) WHERE e.id = n.id`,
};
const GROW = { name: 'grow-log', text: 'UPDATE log SET size = $1' };

/**
 * Numbers the events that wait, in the order in which their commits drew a place. INVARIANT: a transaction takes all that
 * waits in its snapshot, lowest place first. "All that is newer than the last" would lose events: a commit that drew its
 * place earlier may end later. An event that was committed after another commit was answered has the higher place, and a
 * transaction that sees it sees the other too.
 *
 * Processes take turns: each locks the only row of `log` first.
 *
 * Returns an extent that counts every event that was committed before the call, or undefined where some are left when half of
 * the call's time has passed.
 */
export async function numberEvents(
  sessions: Sessions,
  attempt: Attempt,
  onNumbered: (numbered: NumberedEvents) => void,
): Promise<Extent | undefined> {
  for (;;) {
    const [row = {}] = await sessions.run(EXTENT);
    if (row.waiting !== true) return extentOf(row);
    const numbered = await transactUntilDone(sessions, attempt, numberSome);
    if (numbered !== undefined) onNumbered(numbered);
    if ((numbered?.facets.length ?? 0) < MAX_BATCH) return extentIn(sessions);
    if (attempt.left() < DEADLINE_MS / 2) return undefined;
  }
}

async function numberSome(session: Session): Promise<NumberedEvents | undefined> {
  const [log] = await session.run(LOCK);
  const rows = await session.run(NEXT);
  if (rows.length === 0) return undefined;
  const size = Number(log?.size);
  const after = size + rows.length;
  const texts = rows.map(({ head, tail }, index) =>
    eventText({ head: String(head), tail: String(tail) }, size + index),
  );
  await session.run(NUMBER, [rows.map(({ id }) => id), texts.map((_, index) => size + index), texts.map(sha256)]);
  const [from, until] = [fullTilesOf(size), fullTilesOf(after)];
  if (until > from) await growTiles(session, from, until);
  await session.run(GROW, [after]);
  return { first: size, facets: texts.map(facetsOfText) };
}
