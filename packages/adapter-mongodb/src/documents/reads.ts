import type { Ref, StoredDocument } from '@strongroom/ports';
import { isStorable } from '@strongroom/store-kit';
import type { Document, Timestamp } from 'mongodb';
import { type Attempt, serverTime } from '../connection/call-guard.ts';
import type { DocumentFinder, FoundRows } from './finder.ts';
import { DOCUMENTS_COLLECTION, prefixedName } from './layout.ts';
import type { DecodedRow } from './row-decoder.ts';

/** A ref as it is looked up; undefined for a name that no document can have. */
export type DocumentLookup = Readonly<{ id: string } | { uniqueKey: string }> | undefined;

/** Copied when the call is made, because the caller may change its objects before they are sent. */
export function lookupOf(ref: Ref): DocumentLookup {
  const name = 'id' in ref ? ref.id : ref.uniqueKey;
  if (!isStorable(name) || !isStorable(ref.collection)) return undefined;
  const stored = prefixedName(ref.collection, name);
  return 'id' in ref ? { id: stored } : { uniqueKey: stored };
}

/** The result of any number of lookups in one snapshot. */
export class FoundDocuments {
  readonly #byId = new Map<string, StoredDocument>();
  readonly #byUniqueKey = new Map<string, StoredDocument>();

  constructor(rows: readonly DecodedRow[]) {
    for (const { _id, uniqueKeys, document } of rows) {
      this.#byId.set(_id, document);
      for (const key of uniqueKeys) this.#byUniqueKey.set(key, document);
    }
  }

  at(lookup: DocumentLookup): StoredDocument | undefined {
    if (lookup === undefined) return undefined;
    return 'id' in lookup ? this.#byId.get(lookup.id) : this.#byUniqueKey.get(lookup.uniqueKey);
  }
}

/** One round trip, or more in the same snapshot for a result that is too long for one reply. */
export async function readAll(
  finder: DocumentFinder,
  lookups: readonly DocumentLookup[],
  attempt: Pick<Attempt, 'left'>,
): Promise<FoundDocuments> {
  const known = lookups.filter((lookup) => lookup !== undefined);
  return new FoundDocuments(known.length === 0 ? [] : (await find(finder, known, attempt)).rows);
}

type Stretch = Pick<FoundRows, 'rows' | 'time'>;

async function find(
  finder: DocumentFinder,
  lookups: readonly DocumentLookup[],
  attempt: Pick<Attempt, 'left'>,
  time?: Timestamp,
): Promise<Stretch> {
  const ids = new Set<string>();
  const keys = new Set<string>();
  for (const lookup of lookups)
    if (lookup !== undefined && 'id' in lookup) ids.add(lookup.id);
    else if (lookup !== undefined) keys.add(lookup.uniqueKey);
  const filter = filterOf([...ids], [...keys]);
  const batchSize = ids.size + keys.size + 1;
  const command = { find: DOCUMENTS_COLLECTION, filter, batchSize, maxTimeMS: serverTime(attempt) };
  const found = await finder.find(command, time);
  return found.isWhole ? found : findInHalves(finder, lookups, attempt, found.time);
}

/** A reply holds 16 MB. A larger result is read in parts from the same snapshot. */
async function findInHalves(...[finder, lookups, attempt, time]: Required<Parameters<typeof find>>) {
  const middle = Math.ceil(lookups.length / 2);
  const rows: DecodedRow[] = [];
  for (const half of [lookups.slice(0, middle), lookups.slice(middle)])
    rows.push(...(await find(finder, half, attempt, time)).rows);
  return { rows, time };
}

/** Each side of `$or` uses its own index. */
export const filterOf = (ids: readonly string[], keys: readonly string[]): Document => {
  if (keys.length === 0) return { _id: { $in: ids } };
  if (ids.length === 0) return { uniqueKeys: { $in: keys } };
  return { $or: [{ _id: { $in: ids } }, { uniqueKeys: { $in: keys } }] };
};
