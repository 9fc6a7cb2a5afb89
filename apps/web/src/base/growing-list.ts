import { hashKey, useQuery } from '@tanstack/react-query';
import { millisecondsToWait } from './limits.ts';
import { queries } from './queries.ts';

/** The beginning of a list of the service. `cursor`: of the next page; null after the last one. */
export type GrownList<T> = Readonly<{ items: readonly T[]; total: number; isExact: boolean; cursor: string | null }>;

/** A list that is read page by page, by as much of it as is wanted. */
export type ListSource<T> = Readonly<{
  key: readonly string[];
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<GrownList<T>>;
}>;

type Answer<T> = Readonly<{
  data: readonly T[];
  meta: Readonly<{ total: number; total_is_exact?: boolean | undefined; next_cursor: string | null }>;
}>;

export const toGrownList = <T>({ data, meta }: Answer<T>): GrownList<T> => ({
  items: data,
  total: meta.total,
  isExact: meta.total_is_exact !== false,
  cursor: meta.next_cursor,
});

/** Read again after a change, at most. The rest is read again where it is still wanted. */
const MAX_READ_AGAIN = 1000;
/** Pages between two drawings, at most: drawing each page of a long list costs more than reading it. */
const MAX_PAGES = 20;
const ITEMS_PER_PAGE_READ_ON = 400;
const MAX_NEW_PAGES = 10;
const WAITS = 20;

const known = <T>({ key }: ListSource<T>): GrownList<T> | undefined => queries.getQueryData(key);
const joined = <T>(one: GrownList<T>, next: GrownList<T>): GrownList<T> => ({
  ...next,
  items: [...one.items, ...next.items],
});

async function readAgain<T>(source: ListSource<T>, signal: AbortSignal): Promise<GrownList<T>> {
  const before = Math.min(known(source)?.items.length ?? 0, MAX_READ_AGAIN);
  let found = await source.read(undefined, signal);
  while (found.cursor !== null && found.items.length < before)
    found = joined(found, await source.read(found.cursor, signal));
  return found;
}

/** Adds the next pages, unless the list was read again meanwhile. */
async function readOn<T>(
  source: ListSource<T>,
  after: GrownList<T>,
  wanted: number,
  signal: AbortSignal,
): Promise<null> {
  const pages = Math.min(MAX_PAGES, Math.max(1, Math.floor(after.items.length / ITEMS_PER_PAGE_READ_ON)));
  let found = after;
  for (let page = 0; page < pages && found.cursor !== null && found.items.length < wanted; page++)
    found = joined(found, await source.read(found.cursor, signal));
  if (known(source)?.cursor === after.cursor) queries.setQueryData(source.key, found);
  return null;
}

export type GrowingList<T> = Readonly<{
  data: GrownList<T> | undefined;
  error: unknown;
  /** Whether more is being read. */
  isReading: boolean;
  /** Waits until a limit of the service ends, and then continues. */
  isWaiting: boolean;
}>;

/** Asks for the first page before a part of the page needs it. */
export const readAhead = (source: ListSource<unknown>): Promise<void> =>
  queries.prefetchQuery({ queryKey: source.key, queryFn: ({ signal }) => readAgain(source, signal), retry: false });

/** The first page at once, then pages until as many items as are wanted of the total are there. */
export function useGrowing<T>(
  source: ListSource<T>,
  wantedOf: (total: number, items: readonly T[]) => number,
  isEnabled = true,
): GrowingList<T> {
  const list = useQuery({
    queryKey: source.key,
    queryFn: ({ signal }) => readAgain(source, signal),
    // Comparing thousands of items with those of the last reading is a long task.
    structuralSharing: false,
    staleTime: ({ state }) => ((state.data?.items.length ?? 0) > MAX_READ_AGAIN ? Number.POSITIVE_INFINITY : 10_000),
    enabled: isEnabled,
  });
  const { data } = list;
  const wanted = wantedOf(data?.total ?? 0, data?.items ?? []);
  const isShort = data !== undefined && data.cursor !== null && data.items.length < wanted;
  const more = useQuery({
    queryKey: ['more', hashKey(source.key), data?.cursor, wanted],
    queryFn: ({ signal }) => (data === undefined ? null : readOn(source, data, wanted, signal)),
    enabled: isEnabled && isShort && !list.isFetching,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => millisecondsToWait(error) !== undefined && count < WAITS,
    retryDelay: (_, error) => millisecondsToWait(error) ?? 0,
  });
  return {
    data,
    error: list.error ?? (isShort ? more.error : null),
    isReading: isShort && more.error === null,
    isWaiting: isShort && more.failureReason !== null && more.error === null,
  };
}

type Named = Readonly<{ id: string }>;

/** Puts what came since the last reading on top. Reads the list again where more than that has changed. */
export async function readNewest(source: ListSource<Named>): Promise<void> {
  const before = known(source);
  const readAll = (): Promise<void> => queries.invalidateQueries({ queryKey: source.key });
  if (before === undefined || before.items.length === 0) return readAll();
  const ids = new Set(before.items.map(({ id }) => id));
  const { signal } = new AbortController();
  const fresh: Named[] = [];
  let total: number | undefined;
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_NEW_PAGES; pages++) {
    const page = await source.read(cursor, signal);
    total ??= page.total;
    const unknown = page.items.filter(({ id }) => !ids.has(id));
    fresh.push(...unknown);
    if (unknown.length < page.items.length || page.cursor === null) {
      if (known(source) !== before) return;
      if (total !== before.total + fresh.length) return readAll();
      if (fresh.length > 0) queries.setQueryData(source.key, { ...before, items: [...fresh, ...before.items], total });
      return;
    }
    cursor = page.cursor;
  }
  return readAll();
}

const until = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

type Reading = Readonly<{
  signal: AbortSignal;
  /** Learns the number of items that have arrived. */
  onItems?: (count: number, total: number) => void;
  most?: number;
}>;

/** All of a list, or its first `most`. Waits where a limit of the service ends soon. */
export async function readWhole<T>(
  source: ListSource<T>,
  { signal, onItems = () => undefined, most = Number.POSITIVE_INFINITY }: Reading,
): Promise<readonly T[]> {
  const items: T[] = [];
  for (let cursor: string | undefined, waits = 0; ; ) {
    const page = await source.read(cursor, signal).catch(async (error: unknown) => {
      const wait = millisecondsToWait(error);
      if (wait === undefined || ++waits > WAITS) throw error;
      await until(wait, signal);
      return undefined;
    });
    if (page === undefined) continue;
    items.push(...page.items);
    onItems(items.length, page.total);
    if (page.cursor === null || items.length >= most) return items;
    cursor = page.cursor;
  }
}
