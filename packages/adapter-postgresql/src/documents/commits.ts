import type { EncodedEvent } from '@strongroom/audit-log';
import type { Json } from '@strongroom/domain';
import { type Change, DuplicateKey, VersionConflict } from '@strongroom/ports';
import { type Attempt, documentIdentity, subjectOf } from '@strongroom/store-kit';
import { DatabaseError } from 'pg';
import { CODES, ConnectionLost, endedBecause, wasNotDone } from '../connection/errors.ts';
import { DEADLINE_MS } from '../connection/options.ts';
import type { Sessions } from '../connection/sessions.ts';
import { escapeName, unescapeName } from './rows.ts';

/** A change as the database takes it, as JSON. `unique`: the unique keys that its document will have. */
export type ChangeRow = Readonly<{
  name: string;
  /** Of a document that is only expected. */
  expected: number | undefined;
  unique: readonly string[];
  json: Uint8Array;
}>;
type EventRow = Readonly<{ id: string; json: Uint8Array }>;

/**
 * The rows of a commit, copied when it is called [DS-22]. They are bytes outside of the heap, because texts that wait
 * for the server would be copied by each garbage collection meanwhile.
 */
export type CommitRows = Readonly<{ changes: readonly ChangeRow[]; events: readonly EventRow[] }>;

/** `maybeDone`: the work may have been done although no answer came. */
export type CommitProgress = { maybeDone: boolean };

export const commitRowsOf = (changes: readonly Change[], events: readonly EncodedEvent[]): CommitRows => ({
  changes: changes.map(changeRowOf),
  events: events.map(eventRowOf),
});

const NO_NAMES: readonly string[] = [];

/** A value of the type `change_row` in the database. */
function changeRowOf(change: Change): ChangeRow {
  const collection = escapeName(change.collection);
  const { id, version } = subjectOf(change);
  const name = documentIdentity(change.collection, id);
  const row = { collection, id: escapeName(id), version };
  if ('remove' in change)
    return { name, expected: undefined, unique: NO_NAMES, json: jsonBytes({ how: 'remove', ...row }) };
  if ('expect' in change)
    return { name, expected: version, unique: NO_NAMES, json: jsonBytes({ how: 'expect', ...row }) };
  const isNew = 'insert' in change;
  const { schema, position, keys, uniqueKeys, body } = isNew ? change.insert : change.replace;
  const written = {
    how: isNew ? 'insert' : 'replace',
    ...row,
    schema,
    position,
    keys: keys.map(escapeName),
    unique_keys: uniqueKeys.map(escapeName),
  };
  return {
    name,
    expected: undefined,
    unique: uniqueKeys.length === 0 ? NO_NAMES : uniqueKeys.map((key) => documentIdentity(change.collection, key)),
    json: bytesOf(withBody(written, body)),
  };
}

/**
 * The server takes the text of an object or a list as it is. Others, and those with U+0000 or half of a surrogate pair, which
 * it refuses in nested JSON, go as a string that holds JSON: only such and other control characters are escaped by a number.
 */
function withBody(row: object, body: Json): string {
  const nested = typeof body === 'object' && body !== null ? JSON.stringify({ ...row, body }) : undefined;
  return nested === undefined || nested.includes(String.raw`\u`)
    ? JSON.stringify({ ...row, body: JSON.stringify(body) })
    : nested;
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const jsonBytes = (value: object): Uint8Array => bytesOf(JSON.stringify(value));

const eventRowOf = ({ id, head, tail, address }: EncodedEvent): EventRow => ({
  id,
  json: jsonBytes({ id, head, tail, ip: address?.ip ?? null, ip_salt: address?.salt ?? null }),
});

const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d] as const;

/** All rows as one JSON array. */
function arrayOf(rows: readonly Readonly<{ json: Uint8Array }>[]): Uint8Array | null {
  if (rows.length === 0) return null;
  const array = Buffer.allocUnsafe(rows.reduce((sum, { json }) => sum + json.length + 1, 1));
  let at = 0;
  for (const { json } of rows) {
    array[at] = at === 0 ? OPEN : COMMA;
    array.set(json, at + 1);
    at += json.length + 1;
  }
  array[at] = CLOSE;
  return array;
}

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
  const values = [arrayOf(changes), arrayOf(events)];
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
