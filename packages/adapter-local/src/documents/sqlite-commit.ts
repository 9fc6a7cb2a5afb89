import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { DocumentKeys, EncodedChange, EncodedDocument, KeyMove } from './sqlite-change.ts';
import type { Connection } from './sqlite-connection.ts';
import { parseKeys } from './sqlite-rows.ts';
import { integerOf, type Row, textOf } from './sqlite-statement.ts';
import type { VersionCheck } from './sqlite-versions.ts';

const INSERT = `INSERT INTO documents (collection, id, version, schema, position, keys, unique_keys, body)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING`;

const FIND = 'SELECT version, position, keys, unique_keys FROM documents WHERE collection = ?1 AND id = ?2';

/** Replaces a document whose position and keys do not change, in one statement; most replaces are of this kind. */
const REPLACE_IN_PLACE = `UPDATE documents SET version = ?3, schema = ?4, body = ?8
  WHERE collection = ?1 AND id = ?2 AND version = ?3 - 1 AND position = ?5 AND keys = ?6 AND unique_keys = ?7`;

/** The state stays, so only other commits see that the document was replaced. */
const TOUCH = 'UPDATE documents SET version = ?3 WHERE collection = ?1 AND id = ?2 AND version = ?3 - 1';

const REPLACE = `UPDATE documents SET version = ?3, schema = ?4, position = ?5, keys = ?6, unique_keys = ?7, body = ?8
  WHERE collection = ?1 AND id = ?2`;

const REMOVE = `DELETE FROM documents WHERE collection = ?1 AND id = ?2 AND version = ?3
  RETURNING position, keys, unique_keys`;

const ADD_KEY = 'INSERT INTO keys (collection, key, position, id) VALUES (?1, ?2, ?3, ?4)';
const DROP_KEY = 'DELETE FROM keys WHERE collection = ?1 AND key = ?2 AND position = ?3 AND id = ?4';
const CLAIM_KEY = 'INSERT INTO unique_keys (collection, key, id) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING';
const FREE_KEY = 'DELETE FROM unique_keys WHERE collection = ?1 AND key = ?2 AND id = ?3';

/**
 * Applies one commit within a transaction that holds the write lock. Throws VersionConflict or DuplicateKey; the caller
 * then rolls back. Deletes all old keys before inserting new ones, so that keys may move between documents [DS-12]. Returns
 * the changes of the key tables.
 */
export const applyCommit = (
  connection: Connection,
  changes: readonly EncodedChange[],
  versions: VersionCheck,
): readonly KeyMove[] => {
  const moves: KeyMove[] = [];
  for (const change of changes) {
    if ('expect' in change) {
      // Only this transaction can write, so the version is still the same at the commit.
      if (!versions.is(change.collection, change.id, change.expect))
        throw new VersionConflict(change.collection, change.id);
      continue;
    }
    versions.changed(change.collection, change.id);
    const move = writeDocument(connection, change);
    if (move !== undefined) moves.push(move);
  }
  for (const move of moves) leaveKeys(connection, move);
  for (const move of moves) takeKeys(connection, move);
  return moves;
};

type Written = Exclude<EncodedChange, { expect: number }>;

const writeDocument = (connection: Connection, change: Written): KeyMove | undefined => {
  const { collection, id } = change;
  if ('insert' in change) {
    if (connection.sql(INSERT).run(collection, id, ...columnsOf(change.insert)) === 0) {
      throw new DuplicateKey(collection, `id:${id}`);
    }
    return { collection, id, takes: change.insert, shift: { collection, after: change.insert.keys } };
  }
  if ('remove' in change) {
    const row = connection.sql(REMOVE).row(collection, id, change.remove);
    if (row === undefined) throw new VersionConflict(collection, id);
    const leaves = keysOf(row);
    return { collection, id, leaves, shift: { collection, before: leaves.keys } };
  }
  if ('touch' in change) {
    if (connection.sql(TOUCH).run(collection, id, change.touch) === 0) throw new VersionConflict(collection, id);
    return undefined;
  }
  const next = change.replace;
  if (connection.sql(REPLACE_IN_PLACE).run(collection, id, ...columnsOf(next)) === 1) return undefined;
  const row = connection.sql(FIND).row(collection, id);
  if (row === undefined || integerOf(row, 'version') !== next.version - 1) throw new VersionConflict(collection, id);
  connection.sql(REPLACE).run(collection, id, ...columnsOf(next));
  return moved(collection, id, keysOf(row), next);
};

const columnsOf = ({ version, schema, position, keysText, uniqueKeysText, body }: EncodedDocument) =>
  [version, schema, position, keysText, uniqueKeysText, body] as const;

const keysOf = (row: Row): DocumentKeys => ({
  position: integerOf(row, 'position'),
  keys: [...new Set(parseKeys(textOf(row, 'keys')))],
  uniqueKeys: [...new Set(parseKeys(textOf(row, 'unique_keys')))],
});

/** A key of both states is not touched unless the position changes. */
const moved = (collection: string, id: string, before: DocumentKeys, after: DocumentKeys): KeyMove => {
  const stays = before.position === after.position;
  const without = ({ position, keys, uniqueKeys }: DocumentKeys, other: DocumentKeys): DocumentKeys => ({
    position,
    keys: stays ? keys.filter((key) => !other.keys.includes(key)) : keys,
    uniqueKeys: uniqueKeys.filter((key) => !other.uniqueKeys.includes(key)),
  });
  return {
    collection,
    id,
    leaves: without(before, after),
    takes: without(after, before),
    shift: { collection, before: before.keys, after: after.keys },
  };
};

const leaveKeys = (connection: Connection, { collection, id, leaves }: KeyMove): void => {
  if (leaves === undefined) return;
  for (const key of leaves.keys) connection.sql(DROP_KEY).run(collection, key, leaves.position, id);
  for (const key of leaves.uniqueKeys) connection.sql(FREE_KEY).run(collection, key, id);
};

const takeKeys = (connection: Connection, { collection, id, takes }: KeyMove): void => {
  if (takes === undefined) return;
  for (const key of takes.keys) connection.sql(ADD_KEY).run(collection, key, takes.position, id);
  for (const key of takes.uniqueKeys) {
    if (connection.sql(CLAIM_KEY).run(collection, key, id) === 0) throw new DuplicateKey(collection, key);
  }
};
