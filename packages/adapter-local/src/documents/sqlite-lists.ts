import type { Page, Selection, StoredDocument } from '@strongroom/ports';
import { isStorable } from '@strongroom/store-kit';
import { comparePlaces, type PlaceInList } from './places.ts';
import type { Connection } from './sqlite-connection.ts';
import { gatherDocuments, rememberRow } from './sqlite-gather.ts';
import type { NamedPage } from './sqlite-pages.ts';
import { COLUMNS, documentOf } from './sqlite-rows.ts';
import { integerOf, type SqlValue, textOf } from './sqlite-statement.ts';

/** Numbers of keys for which statements exist. A smaller number is padded with NULL, which equals no key. */
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 480];

/**
 * The rows of one key between two places: `?1` is the collection, `?2` and `?3` the lowest place, `?4` and `?5` the first place
 * above. They are consecutive in the primary key, so nothing is sorted and nothing else is read.
 */
const stretch = (key: number): string => `SELECT position, id FROM keys
  WHERE collection = ?1 AND key = ?${key} AND (position, id) >= (?2, ?3) AND (position, id) < (?4, ?5)`;

const FIRST_KEY = 8;

/** UNION with ORDER BY merges the sorted ranges, drops duplicates [DS-14] and stops at the limit. */
export const mergeStatement = (keys: number, direction: 'ASC' | 'DESC'): string =>
  `${Array.from({ length: keys }, (_, at) => stretch(FIRST_KEY + at)).join(' UNION ')}
  ORDER BY position ${direction}, id ${direction} LIMIT ?6 OFFSET ?7`;

/** More documents are of jobs and upgrades, which pass through whole collections: remembering those would push out the rest. */
const MAX_REMEMBERED = 128;

/** Reads only the documents of the page, not those it skips. */
const listing = (keys: number, direction: 'ASC' | 'DESC'): string => `SELECT ${COLUMNS}
  FROM (${mergeStatement(keys, direction)}) AS place
  CROSS JOIN documents AS d ON d.collection = ?1 AND d.id = place.id
  ORDER BY place.position ${direction}, place.id ${direction}`;

export const countStatement = (keys: number): string =>
  `SELECT count(*) AS found FROM (${mergeStatement(keys, 'ASC')})`;

/** `anyOf`: the list keys that a document can have. */
export type BoundSelection = Readonly<{ keys: number; values: readonly SqlValue[]; anyOf: readonly string[] }>;
type ListQuestion = BoundSelection & NamedPage & Readonly<{ direction: 'ASC' | 'DESC'; limit: number }>;

/** A list query whose values are copied when it is called [DS-22]. */
export const listQuestion = (collection: string, selection: Selection, page: Page): ListQuestion | undefined => {
  if (page.limit <= 0) return undefined;
  const question = questionOf(collection, selection, page, [page.limit, page.offset ?? 0]);
  if (question === undefined) return undefined;
  const direction = page.order === 'oldest' ? 'ASC' : 'DESC';
  const { limit } = page;
  const name = JSON.stringify([direction, ...question.values.map(String)]);
  return { ...question, collection, direction, limit, name };
};

/** The page from memory. Call it after `refresh`. */
export const recallList = (
  { pages, cache }: Connection,
  question: ListQuestion,
): readonly StoredDocument[] | undefined => pages.recall(question, cache);

export const countQuestion = (
  collection: string,
  selection: Selection,
): (BoundSelection & Readonly<{ collection: string; selection: Selection }>) | undefined => {
  const question = questionOf(collection, selection, {}, [-1, 0]);
  return question && { ...question, collection, selection: { ...selection, anyOf: [...selection.anyOf] } };
};

/** Reads only the ids of a short page: most documents are in memory already. */
export const answerList = (connection: Connection, question: ListQuestion): readonly StoredDocument[] => {
  const { collection, keys, values, direction, limit } = question;
  if (limit > MAX_REMEMBERED) return answerLongList(connection, question);
  const places = connection.sql(mergeStatement(keys, direction)).rows(...values);
  const ids = places.map((row) => textOf(row, 'id'));
  const found = gatherDocuments(connection, collection, ids);
  connection.pages.read(question, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
};

/** Reads ids and documents by one statement. Few are remembered: what is asked for without a bound is mostly short. */
function answerLongList(connection: Connection, question: ListQuestion): readonly StoredDocument[] {
  const { collection, keys, values, direction } = question;
  connection.refresh();
  const rows = connection.sql(listing(keys, direction)).rows(...values);
  if (rows.length > MAX_REMEMBERED) return rows.map(documentOf);
  const found = rows.map((row) => rememberRow(connection, collection, row));
  connection.pages.read(
    question,
    found.map(({ id }) => id),
  );
  return found;
}

export const answerCount = (
  connection: Connection,
  { keys, values, collection, selection }: NonNullable<ReturnType<typeof countQuestion>>,
): number =>
  connection.counts.of(connection, collection, selection, () =>
    integerOf(connection.sql(countStatement(keys)).row(...values) ?? {}, 'found'),
  );

/** Counts at most `atMost` documents, in one statement if their number is unknown. */
export const answerCountUpTo = (
  connection: Connection,
  collection: string,
  selection: Selection,
  atMost: number,
): number => {
  const { counts } = connection;
  connection.refresh();
  const known = counts.recallUpTo(collection, selection, atMost);
  if (known !== undefined) return known;
  const question = questionOf(collection, selection, {}, [atMost, 0]);
  if (question === undefined) return 0;
  const found = integerOf(connection.sql(countStatement(question.keys)).row(...question.values) ?? {}, 'found');
  counts.counted(collection, selection, found, atMost);
  return found;
};

export const questionOf = (
  collection: string,
  selection: Selection,
  page: Pick<Page, 'after' | 'order'>,
  stretchOfList: readonly [number, number],
): BoundSelection | undefined => {
  const anyOf = [...new Set(selection.anyOf)].filter(isStorable);
  const keys = SIZES.find((size) => size >= anyOf.length);
  if (keys === undefined) throw new RangeError(`more than ${SIZES.at(-1)} keys in one selection`);
  if (anyOf.length === 0) return undefined;
  const { low, high } = boundsOf(selection, page);
  const padding = Array.from({ length: keys - anyOf.length }, () => null);
  return {
    keys,
    anyOf,
    values: [collection, low.position, low.id, high.position, high.id, ...stretchOfList, ...anyOf, ...padding],
  };
};

/** Above every position; a bigint because a number would not be exact. */
const BEYOND = 2n ** 53n;

type Bounds = Readonly<{ low: PlaceInList; high: Readonly<{ position: number | bigint; id: string }> }>;

const boundsOf = ({ from, until }: Selection, { after, order }: Pick<Page, 'after' | 'order'>): Bounds => {
  const low: PlaceInList = { position: from ?? Number.MIN_SAFE_INTEGER, id: '' };
  const high = until === undefined ? undefined : { position: until, id: '' };
  if (after === undefined) return { low, high: high ?? { position: BEYOND, id: '' } };
  if (order === 'oldest') {
    const behind = { position: after.position, id: `${after.id}\0` }; // the next id in byte order
    return { low: comparePlaces(behind, low) > 0 ? behind : low, high: high ?? { position: BEYOND, id: '' } };
  }
  return { low, high: high === undefined || comparePlaces(after, high) < 0 ? after : high };
};
