import type { Change, StoredDocument } from '@strongroom/ports';
import type { Shift } from './sqlite-counts.ts';

/** A document as a row, encoded when the commit is called [DS-22]. */
export type Encoded = Readonly<{
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
    | { insert: Encoded }
    | { replace: Encoded }
    | { remove: number }
    | { expect: number }
  )
>;

/** Changes of the two key tables by one change: keys to delete, keys to insert, and the shift of the totals. */
export type Move = Readonly<{ collection: string; id: string; leaves?: Keys; takes?: Keys; shift: Shift }>;
export type Keys = Readonly<{ position: number; keys: readonly string[]; uniqueKeys: readonly string[] }>;

export const encoded = (change: Change): EncodedChange => {
  const { collection } = change;
  if ('insert' in change) return { collection, id: change.insert.id, insert: rowOf(change.insert) };
  if ('replace' in change) return { collection, id: change.replace.id, replace: rowOf(change.replace) };
  if ('remove' in change) return { collection, id: change.remove.id, remove: change.remove.version };
  return { collection, id: change.expect.id, expect: change.expect.version };
};

const rowOf = ({ version, schema, position, keys, uniqueKeys, body }: StoredDocument): Encoded => ({
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
