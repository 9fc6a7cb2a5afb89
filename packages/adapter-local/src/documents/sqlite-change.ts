import type { Change, StoredDocument } from '@strongroom/ports';
import type { KeyChange } from './sqlite-counts.ts';

/** A document as a row, encoded when the commit is called [DS-22]. */
export type EncodedDocument = Readonly<{
  version: number;
  schema: number;
  position: number;
  keys: readonly string[];
  uniqueKeys: readonly string[];
  keysText: string;
  uniqueKeysText: string;
  body: string;
}>;

export type EncodedChange = Readonly<
  { collection: string; id: string } & (
    | { insert: EncodedDocument }
    | { replace: EncodedDocument }
    /** A replace by the same state, with its version. */
    | { touch: number }
    | { remove: number }
    | { expect: number }
  )
>;

/** Changes of the two key tables by one change: keys to delete, keys to insert, and the shift of the totals. */
export type KeyMove = Readonly<{
  collection: string;
  id: string;
  leaves?: DocumentKeys;
  takes?: DocumentKeys;
  shift: KeyChange;
}>;
export type DocumentKeys = Readonly<{ position: number; keys: readonly string[]; uniqueKeys: readonly string[] }>;

/** `known`: the decoded document of that id, as it was last read or written. */
export const encodeChange = (
  change: Change,
  known: (collection: string, id: string) => StoredDocument | null | undefined,
): EncodedChange => {
  const { collection } = change;
  if ('replace' in change && isSame(change.replace, known(collection, change.replace.id)))
    return { collection, id: change.replace.id, touch: change.replace.version };
  if ('insert' in change) return { collection, id: change.insert.id, insert: rowOf(change.insert) };
  if ('replace' in change) return { collection, id: change.replace.id, replace: rowOf(change.replace) };
  if ('remove' in change) return { collection, id: change.remove.id, remove: change.remove.version };
  return { collection, id: change.expect.id, expect: change.expect.version };
};

/**
 * Whether a document replaces its last version by the same state. Known bodies are frozen, so the same object has the same
 * content.
 */
const isSame = (next: StoredDocument, known: StoredDocument | null | undefined): boolean =>
  known?.body === next.body &&
  known.version === next.version - 1 &&
  known.schema === next.schema &&
  known.position === next.position &&
  areEqual(known.keys, next.keys) &&
  areEqual(known.uniqueKeys, next.uniqueKeys);

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);

const rowOf = ({ version, schema, position, keys, uniqueKeys, body }: StoredDocument): EncodedDocument => ({
  version,
  schema,
  position,
  keys: distinct(keys),
  uniqueKeys: distinct(uniqueKeys),
  keysText: JSON.stringify(keys),
  uniqueKeysText: JSON.stringify(uniqueKeys),
  body: JSON.stringify(body),
});

const distinct = (keys: readonly string[]): readonly string[] => (keys.length < 2 ? [...keys] : [...new Set(keys)]);
