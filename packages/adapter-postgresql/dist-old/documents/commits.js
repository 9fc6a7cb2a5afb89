                                                          
import {              DuplicateKey, VersionConflict } from '@strongroom/ports';
import {               subjectOf } from '@strongroom/store-kit';
import { DatabaseError } from 'pg';
import { CODES, ConnectionLost, wasNotDone } from '../connection/errors.js';
import { DEADLINE_MS } from '../connection/options.js';
                                                          
import { escaped, unescaped } from './rows.js';

/** A commit as JSON, copied when it is called [DS-22]. Parts without content are null. */
                                                                                       

/** `maybeDone`: the work may have been done although no answer came. */
                                              

const textOrNull = (items                   )                => (items.length === 0 ? null : JSON.stringify(items));

export const commitTextOf = (changes                   , events                         )             => ({
  changes: textOrNull(changes.map(rowOf)),
  recorded: recordedOf(events),
});

/** A value of the type `change_row` in the database. */
function rowOf(change        )         {
  const collection = escaped(change.collection);
  const { id, version } = subjectOf(change);
  const row = { collection, id: escaped(id), version };
  if ('remove' in change) return { how: 'remove', ...row };
  if ('expect' in change) return { how: 'expect', ...row };
  const isNew = 'insert' in change;
  const { schema, position, keys, uniqueKeys, body } = isNew ? change.insert : change.replace;
  return {
    how: isNew ? 'insert' : 'replace',
    ...row,
    schema,
    position,
    keys: keys.map(escaped),
    unique_keys: uniqueKeys.map(escaped),
    // As a text: JSON of the server refuses U+0000 in the text of another JSON, and leaves it alone in a text.
    body: JSON.stringify(body),
  };
}

const recordedOf = (events                         )                =>
  textOrNull(
    events.map(({ id, head, tail, address }) => ({
      id,
      head,
      tail,
      ip: address?.ip ?? null,
      ip_salt: address?.salt ?? null,
    })),
  );

const COMMIT = { name: 'commit', text: 'SELECT commit_changes($1, $2)' };

/**
 * Writes all or nothing, in one statement, which is a transaction of its own. Throws VersionConflict, DuplicateKey, or an
 * error after which `progress` says whether it may be done.
 */
export async function commitOnce(
  sessions          ,
  { changes, recorded }            ,
  attempt         ,
  progress          ,
)                {
  try {
    await sessions.use(async (session) => {
      // The caller got, or will get, an error that says nothing was done.
      if (attempt.isOver()) throw new ConnectionLost(false, new Error('too late to commit'));
      // A commit is not repeated, so it has all remaining time.
      const left = attempt.left();
      const isLong = left > DEADLINE_MS;
      // With its end in the same round trip: the server rolls back what an error leaves open.
      if (isLong) await session.run({ text: `BEGIN; SET LOCAL statement_timeout = ${left}` });
      progress.maybeDone = true;
      await session.run(COMMIT, [changes, recorded], left);
      if (isLong) await session.run({ text: 'COMMIT' }, [], attempt.left());
    }, changes !== null);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined || wasNotDone(error)) progress.maybeDone = false;
    throw refusal ?? error;
  }
}

const parse                                                                = JSON.parse;

/** The conflict that the function of the database found. */
function refusalOf(error         )                    {
  if (!(error instanceof DatabaseError) || error.detail === undefined) return undefined;
  if (error.code === CODES.versionConflict) {
    const [collection, id] = parse(error.detail);
    return new VersionConflict(unescaped(collection), unescaped(id));
  }
  if (error.code !== CODES.duplicateKey) return undefined;
  const [collection, key] = parse(error.detail);
  return new DuplicateKey(unescaped(collection), unescaped(key));
}
