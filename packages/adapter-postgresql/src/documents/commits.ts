import type { EncodedEvent } from '@strongroom/audit-log';
import { type Change, DuplicateKey, VersionConflict } from '@strongroom/ports';
import { type Attempt, documentIdentity, subjectOf } from '@strongroom/store-kit';
import { DatabaseError } from 'pg';
import { CODES, ConnectionLost, endedBecause, wasNotDone } from '../connection/errors.ts';
import { DEADLINE_MS } from '../connection/options.ts';
import type { Sessions } from '../connection/sessions.ts';
import { escapeName, unescapeName } from './rows.ts';

/** A change as the database takes it. `unique`: the unique keys that its document will have. */
export type ChangeRow = Readonly<{ name: string; isExpectation: boolean; unique: readonly string[]; text: string }>;
type EventRow = Readonly<{ id: string; text: string }>;

/** The rows of a commit as JSON, copied when it is called [DS-22]. */
export type CommitRows = Readonly<{ changes: readonly ChangeRow[]; events: readonly EventRow[] }>;

/** `maybeDone`: the work may have been done although no answer came. */
export type CommitProgress = { maybeDone: boolean };

export const commitRowsOf = (changes: readonly Change[], events: readonly EncodedEvent[]): CommitRows => ({
  changes: changes.map(changeRowOf),
  events: events.map(eventRowOf),
});

/** A value of the type `change_row` in the database. */
function changeRowOf(change: Change): ChangeRow {
  const collection = escapeName(change.collection);
  const { id, version } = subjectOf(change);
  const name = documentIdentity(change.collection, id);
  const row = { collection, id: escapeName(id), version };
  if ('remove' in change)
    return { name, isExpectation: false, unique: [], text: JSON.stringify({ how: 'remove', ...row }) };
  if ('expect' in change)
    return { name, isExpectation: true, unique: [], text: JSON.stringify({ how: 'expect', ...row }) };
  const isNew = 'insert' in change;
  const { schema, position, keys, uniqueKeys, body } = isNew ? change.insert : change.replace;
  const text = JSON.stringify({
    how: isNew ? 'insert' : 'replace',
    ...row,
    schema,
    position,
    keys: keys.map(escapeName),
    unique_keys: uniqueKeys.map(escapeName),
    // As a string that holds JSON: the server refuses U+0000 in nested JSON, but not in such a string.
    body: JSON.stringify(body),
  });
  return {
    name,
    isExpectation: false,
    unique: uniqueKeys.map((key) => documentIdentity(change.collection, key)),
    text,
  };
}

const eventRowOf = ({ id, head, tail, address }: EncodedEvent): EventRow => ({
  id,
  text: JSON.stringify({ id, head, tail, ip: address?.ip ?? null, ip_salt: address?.salt ?? null }),
});

const jsonOrNull = (rows: readonly Readonly<{ text: string }>[]): string | null =>
  rows.length === 0 ? null : `[${rows.map(({ text }) => text).join(',')}]`;

const COMMIT = { name: 'commit', text: 'SELECT commit_changes($1, $2)' };

/** Milliseconds that a shared commit waits for a lock: the commit that needs it must not hold up the others. */
const SHARED_LOCK_MS = 400;
const SHARED_COMMIT = {
  name: 'shared-commit',
  text: `SELECT set_config('lock_timeout', '${SHARED_LOCK_MS}', true), commit_changes($1, $2)`,
};

/**
 * Writes all or nothing, in one statement, which is a transaction of its own. Throws VersionConflict, DuplicateKey, or an
 * error after which `progress` says whether it may be done.
 */
export async function commitOnce(
  sessions: Sessions,
  { changes, events }: CommitRows,
  attempt: Attempt,
  progress: CommitProgress,
  isShared = false,
): Promise<void> {
  const values = [jsonOrNull(changes), jsonOrNull(events)];
  try {
    await sessions.use(async (session) => {
      // The caller got, or will get, an error that says nothing was done.
      if (attempt.isOver()) throw new ConnectionLost(false, endedBecause('DEADLINE', 'too late to commit'));
      // A commit is not repeated, so it has all remaining time.
      const left = attempt.left();
      const isLong = left > DEADLINE_MS;
      // With its end in the same round trip: the server rolls back what an error leaves open.
      if (isLong) await session.run({ text: `BEGIN; SET LOCAL statement_timeout = ${left}` });
      progress.maybeDone = true;
      await session.run(isShared ? SHARED_COMMIT : COMMIT, values, left);
      if (isLong) await session.run({ text: 'COMMIT' }, [], attempt.left());
    }, changes.length > 0);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined || wasNotDone(error)) progress.maybeDone = false;
    throw refusal ?? error;
  }
}

const parse: (text: string) => readonly [collection: string, name: string] = JSON.parse;

/** The conflict that the function of the database found. */
function refusalOf(error: unknown): Error | undefined {
  if (!(error instanceof DatabaseError) || error.detail === undefined) return undefined;
  if (error.code === CODES.versionConflict) {
    const [collection, id] = parse(error.detail);
    return new VersionConflict(unescapeName(collection), unescapeName(id));
  }
  if (error.code !== CODES.duplicateKey) return undefined;
  const [collection, key] = parse(error.detail);
  return new DuplicateKey(unescapeName(collection), unescapeName(key));
}
