import { setImmediate as turn } from 'node:timers/promises';
import { type Attempt, SharedReads } from '@strongroom/store-kit';
import { isOfStatement } from '../connection/errors.ts';
import type { Row } from '../connection/session.ts';
import type { Sessions } from '../connection/sessions.ts';
import { eventTextOf, extentIn } from './rows.ts';
import { type NumberedEvents, numberEvents } from './sequencer.ts';

/** Events that one statement reads at most; a page has up to 100. */
const MAX_EVENTS = 2_000;

const EVENTS = {
  name: 'events',
  text: 'SELECT seq, head, tail, ip FROM events WHERE seq = ANY($1::bigint[]) AND head IS NOT NULL',
};

type Asking = Readonly<{ sessions: Sessions; ask: <T>(call: (attempt: Attempt) => Promise<T>) => Promise<T> }>;

/** Without `onNumbered`, events that wait for their number are left to other processes. */
export const sharedReads = (
  { sessions, ask }: Asking,
  onNumbered: ((numbered: NumberedEvents) => void) | undefined,
): SharedReads =>
  new SharedReads({
    turn,
    ask,
    extent: (attempt) => (onNumbered === undefined ? extentIn(sessions) : numberEvents(sessions, attempt, onNumbered)),
    events: async (seqs) => (await sessions.run(EVENTS, [seqs])).flatMap(eventIn),
    maxEvents: MAX_EVENTS,
    mayBeOfOne: isOfStatement,
  });

/** None once it is erased. */
function eventIn(row: Row): readonly Readonly<{ seq: number; text: string; ip: string | null }>[] {
  const text = eventTextOf(row);
  return text === undefined ? [] : [{ seq: Number(row.seq), text, ip: typeof row.ip === 'string' ? row.ip : null }];
}
