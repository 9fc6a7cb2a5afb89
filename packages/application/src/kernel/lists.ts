import {
  type AuditEvent,
  DEFAULT_PER_PAGE,
  DomainError,
  EPOCH,
  instant,
  MAX_PER_PAGE,
  type PageNumber,
  type PerPage,
} from '@strongroom/domain';
import type { AuditFilter, DocumentStore, Page, Position, Secrets, Selection, StoredDocument } from '@strongroom/ports';
import { type Collection, stateOf } from '../store/collection.ts';
import { listedFrom } from '../store/listed-from.ts';

/** The requested page of a list: by number, or by the cursor of an earlier page. */
export type PageRequest = Readonly<{
  page?: PageNumber | undefined;
  perPage?: PerPage | undefined;
  cursor?: string | undefined;
  /** Whether each item says what the caller may do with it, for items that can. */
  may?: boolean | undefined;
}>;

export type PageMeta = Readonly<{
  page: number | null;
  perPage: number;
  total: number;
  /** For lists with a bounded total only; false if there are more than `total`. */
  totalIsExact?: boolean;
  nextCursor: string | null;
}>;

export type ListedPage<S> = Readonly<{ items: readonly S[]; meta: PageMeta }>;

export type ListQuery<S> = Readonly<{
  /** Identifies the list and its filters: a cursor of another list is refused. */
  name: string;
  collection: Collection<S>;
  selection: Selection;
  order?: 'newest' | 'oldest';
  /** A total that is known already, so that nothing is counted. */
  total?: number;
  /** Maximum number of items that are counted. */
  maxTotal?: number;
  /**
   * Lists only documents whose id begins with this and is longer. INVARIANT: all documents of the list have the position EPOCH,
   * so that they are in order of their ids; the order is `oldest`, and `maxTotal` is small: they are counted one by one.
   */
  idsFrom?: string;
  /** Items that the store lists and counts, and this list leaves out: a few hundred at most. */
  without?: readonly Position[];
}>;

/** A list of the audit log, newest first. */
export type ListOfLog = Readonly<{ name: string; filter: AuditFilter; maxTotal: number }>;

/** A store that leaves damaged documents out, but for pages by number: `isIntact` tells those of them that are to be left out. */
export type IntactStore = DocumentStore &
  Readonly<{ isIntact: (collection: string, document: StoredDocument) => boolean }>;

/** Maximum number of items up to the end of a numbered page: the store counts off all items before it. */
const MAX_NUMBERED = 10_000;

/** `counted`: the total, or one more than the list's `maxTotal`. */
type Cursor = Readonly<{ at: Position; counted: number }>;

/** A numbered page that is being read. */
type PageRead = Readonly<{ offset: number; limit: number; reading: Promise<readonly StoredDocument[]> }>;

/** The position of an item in a list that is in memory. */
type ItemOrder<T> = Readonly<{
  /** Id without blanks. */
  id: (item: T) => string;
  order: (item: T) => number;
  /** Ids rise; by default they fall. */
  isRising?: true;
}>;

/** The place of an item in an order: by `first` in either direction, then by rising `second` and id. Texts compare by code units. */
export type SortPlace = Readonly<{ first: string; second: string; id: string }>;

/** Pages through lists. A cursor costs the same at any depth, and neither repeats nor skips items that stay. */
export class Lists {
  readonly #documents: DocumentStore & Partial<Pick<IntactStore, 'isIntact'>>;
  readonly #secrets: Secrets;

  constructor(
    ports: Readonly<{ documents: DocumentStore & Partial<Pick<IntactStore, 'isIntact'>>; secrets: Secrets }>,
  ) {
    this.#documents = ports.documents;
    this.#secrets = ports.secrets;
  }

  /**
   * Refuses a request that no list of this kind could answer. Lists call it before they read anything, so the answer is
   * the same for hidden, absent and visible places. It does not check which list of the kind gave the cursor, because
   * that would reveal whether the place exists. Throws INVALID_CURSOR, VALIDATION_ERROR.
   */
  check(kind: string, request: PageRequest): void {
    perPageOf(request);
    if (request.cursor !== undefined) this.#unsealed(kind, request.cursor);
  }

  /** `list.name` begins with the kind, up to the first colon. Throws INVALID_CURSOR, VALIDATION_ERROR. */
  async page<S>(list: ListQuery<S>, request: PageRequest): Promise<ListedPage<S>> {
    const perPage = perPageOf(request);
    const cursor = request.cursor === undefined ? undefined : this.#open(list.name, request.cursor);
    const page = request.page ?? 1;
    const without = list.without ?? [];
    const stretch: Page = {
      // A numbered page starts after the entries left out before it, and may lose as many again.
      limit: perPage + 1 + (cursor ? 1 : 2) * without.length,
      order: list.order ?? 'newest',
      ...beginningOf(list),
      ...(cursor ? { after: cursor.at } : { offset: (page - 1) * perPage }),
    };
    const reading = this.#documents.list(list.collection.name, list.selection, stretch);
    const [found, counted] = await Promise.all([
      reading,
      list.total ??
        cursor?.counted ??
        this.#count(list, { offset: stretch.offset ?? 0, limit: stretch.limit, reading }),
    ]);
    const documents = without.length === 0 ? within(list, found) : left(found, list, cursor === undefined);
    const shown = documents.slice(0, perPage);
    const last = documents.length > perPage ? shown.at(-1) : undefined;
    const intact = shown.filter((document) => this.#documents.isIntact?.(list.collection.name, document) ?? true);
    return {
      items: intact.map((document) => stateOf(list.collection, document)),
      meta: {
        page: cursor ? null : page,
        perPage,
        ...totalOf(list, counted),
        nextCursor: last ? this.#seal(list.name, last, counted) : null,
      },
    };
  }

  /** Like `page`, of the audit log. Throws INVALID_CURSOR, VALIDATION_ERROR. */
  async pageOfLog({ name, filter, maxTotal }: ListOfLog, request: PageRequest): Promise<ListedPage<AuditEvent>> {
    const { audit } = this.#documents;
    const perPage = perPageOf(request);
    const page = request.page ?? 1;
    const [before, carried] =
      request.cursor === undefined ? [undefined, undefined] : this.#opened(name, request.cursor).map(Number);
    const from = before === undefined ? { offset: (page - 1) * perPage } : { before };
    const [found, counted] = await Promise.all([
      audit.list(filter, { limit: perPage + 1, ...from }),
      carried ?? audit.count(filter, maxTotal + 1),
    ]);
    const items = found.slice(0, perPage);
    const last = found.length > perPage ? items.at(-1) : undefined;
    return {
      items,
      meta: {
        page: before === undefined ? page : null,
        perPage,
        ...totalOf({ maxTotal }, counted),
        nextCursor: last === undefined ? null : this.#sealed(name, `${last.seq} ${counted}`),
      },
    };
  }

  /**
   * A page of a short list that is in memory, by rising `order`, then by falling id as in most lists. Throws
   * INVALID_CURSOR, VALIDATION_ERROR.
   */
  cut<T>(name: string, all: readonly T[], place: ItemOrder<T>, request: PageRequest): ListedPage<T> {
    const perPage = perPageOf(request);
    const inOrder = all.toSorted((a, b) => (isBehind(place, a, place.order(b), place.id(b)) ? 1 : -1));
    const { start, total } =
      request.cursor === undefined
        ? { start: ((request.page ?? 1) - 1) * perPage, total: all.length }
        : this.#placeAfter(name, inOrder, place, request.cursor);
    const items = inOrder.slice(start, start + perPage);
    const last = start + perPage < all.length ? items.at(-1) : undefined;
    const nextCursor =
      last === undefined ? null : this.#sealed(name, `${place.order(last)} ${place.id(last)} ${total}`);
    return {
      items,
      meta: { page: request.cursor === undefined ? (request.page ?? 1) : null, perPage, total, nextCursor },
    };
  }

  /**
   * A page of a long list that is in memory and in no order. Picks the items of the page without sorting the rest. `second` has at
   * most 80 characters and `first` as many, without line breaks: they are in the cursor. Throws INVALID_CURSOR, VALIDATION_ERROR.
   */
  pick<T>(
    name: string,
    all: readonly T[],
    { placeOf, isFalling }: Readonly<{ placeOf: (item: T) => SortPlace; isFalling: boolean }>,
    request: PageRequest,
  ): ListedPage<T> {
    const perPage = perPageOf(request);
    const skipped = request.cursor === undefined ? ((request.page ?? 1) - 1) * perPage : 0;
    const [total, after] =
      request.cursor === undefined ? [all.length, undefined] : this.#sortPlace(name, request.cursor);
    const compare = (one: SortPlace, other: SortPlace): number =>
      (isFalling ? -1 : 1) * compareTexts(one.first, other.first) ||
      compareTexts(one.second, other.second) ||
      compareTexts(one.id, other.id);
    const first = firstOf(all, placeOf, { compare, after, count: skipped + perPage + 1 });
    const shown = first.slice(skipped, skipped + perPage);
    const last = first.length > skipped + perPage ? shown.at(-1) : undefined;
    const nextCursor =
      last === undefined
        ? null
        : this.#sealed(name, [total, last.place.first, last.place.second, last.place.id].join('\n'));
    return {
      items: shown.map(({ item }) => item),
      meta: { page: request.cursor === undefined ? (request.page ?? 1) : null, perPage, total, nextCursor },
    };
  }

  #sortPlace(name: string, cursor: string): readonly [number, SortPlace] {
    const [total, first = '', second = '', id = ''] = this.#opened(name, cursor).join(' ').split('\n');
    return [Number(total), { first, second, id }];
  }

  /** The page after the item of the cursor, which may be deleted, with the total of the first page. */
  #placeAfter<T>(
    name: string,
    inOrder: readonly T[],
    place: ItemOrder<T>,
    cursor: string,
  ): { start: number; total: number } {
    const [order, id = '', total] = this.#opened(name, cursor);
    const next = inOrder.findIndex((item) => isBehind(place, item, Number(order), id));
    return { start: next === -1 ? inOrder.length : next, total: Number(total) };
  }

  async #count(list: ListQuery<never>, page: PageRead): Promise<number> {
    const { collection, selection, maxTotal, idsFrom, without = [] } = list;
    if (maxTotal !== undefined && idsFrom !== undefined) return this.#countOn({ ...list, maxTotal, idsFrom }, page);
    if (maxTotal === undefined) return (await this.#documents.count(collection.name, selection)) - without.length;
    return this.#documents.count(collection.name, selection, maxTotal + 1);
  }

  /** Counts from the page on, which often holds the last one already. */
  async #countOn(
    list: ListQuery<never> & Readonly<{ maxTotal: number; idsFrom: string }>,
    { offset, limit, reading }: PageRead,
  ): Promise<number> {
    const shown = within(list, await reading);
    const last = shown.at(-1);
    let counted = last === undefined ? 0 : offset + shown.length;
    if (last === undefined ? offset === 0 : shown.length < limit) return counted;
    const { collection, selection, idsFrom: beginning, maxTotal } = list;
    const rest = { collection: collection.name, selection, beginning, ...(last && { after: last.id }) };
    for await (const { length } of listedFrom(this.#documents, rest)) {
      counted += length;
      if (counted > maxTotal) return maxTotal + 1;
    }
    return counted;
  }

  #seal(name: string, last: StoredDocument, counted: number): string {
    return this.#sealed(name, `${last.position} ${counted} ${last.id}`);
  }

  #open(name: string, text: string): Cursor {
    const [position, counted, ...id] = this.#opened(name, text);
    return { at: { position: instant(Number(position)), id: id.join(' ') }, counted: Number(counted) };
  }

  /**
   * Encrypted under the key of the kind, so that `check` can decrypt it. The list name is hashed, because names with
   * filters are long.
   */
  #sealed(name: string, place: string): string {
    return this.#secrets.seal(`cursor:${kindOf(name)}`, `${this.#secrets.hash(name)} ${place}`);
  }

  /** The parts of a cursor of this list. This service encrypted them, so their form is known. */
  #opened(name: string, cursor: string): readonly string[] {
    const [list, ...place] = this.#unsealed(kindOf(name), cursor).split(' ');
    if (list !== this.#secrets.hash(name)) throw new DomainError('INVALID_CURSOR');
    return place;
  }

  #unsealed(kind: string, cursor: string): string {
    const text = this.#secrets.unseal(`cursor:${kind}`, cursor);
    if (text === undefined) throw new DomainError('INVALID_CURSOR');
    return text;
  }
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type Placed<T> = Readonly<{ item: T; place: SortPlace }>;
type Wanted = Readonly<{
  compare: (one: SortPlace, other: SortPlace) => number;
  after: SortPlace | undefined;
  count: number;
}>;

/** The first `count` items after a place, in order. */
function firstOf<T>(
  all: readonly T[],
  placeOf: (item: T) => SortPlace,
  { compare, after, count }: Wanted,
): readonly Placed<T>[] {
  const first: Placed<T>[] = [];
  for (const item of all) {
    const place = placeOf(item);
    const last = first.length < count ? undefined : first.at(-1);
    if (last !== undefined && compare(place, last.place) >= 0) continue;
    if (after !== undefined && compare(place, after) <= 0) continue;
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = first[middle];
      if (other !== undefined && compare(other.place, place) < 0) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, { item, place });
    if (first.length > count) first.pop();
  }
  return first;
}

const beginningOf = ({ idsFrom }: Pick<ListQuery<never>, 'idsFrom'>): Pick<Page, 'after'> =>
  idsFrom === undefined ? {} : { after: { position: EPOCH, id: idsFrom } };

const within = (
  { idsFrom = '' }: Pick<ListQuery<never>, 'idsFrom'>,
  found: readonly StoredDocument[],
): readonly StoredDocument[] => found.filter(({ id }) => id.startsWith(idsFrom));

/** The found documents that the list does not leave out; for a numbered page, those from its place on. */
function left<S>(
  found: readonly StoredDocument[],
  { without = [], order = 'newest' }: ListQuery<S>,
  isNumbered: boolean,
): readonly StoredDocument[] {
  const [first] = found;
  const gone = new Set(without.map(({ id }) => id));
  const before =
    !isNumbered || first === undefined ? 0 : without.filter((one) => comesBefore(one, first, order)).length;
  return found.filter(({ id }) => !gone.has(id)).slice(before);
}

const comesBefore = (one: Position, other: Position, order: 'newest' | 'oldest'): boolean =>
  one.id !== other.id &&
  (one.position === other.position ? one.id > other.id : one.position > other.position) === (order === 'newest');

const totalOf = ({ maxTotal }: Pick<ListQuery<unknown>, 'maxTotal'>, counted: number) =>
  maxTotal === undefined
    ? { total: counted }
    : { total: Math.min(counted, maxTotal), totalIsExact: counted <= maxTotal };

const TOO_DEEP = `page times per_page may be at most ${MAX_NUMBERED}; to go on, pass next_cursor as cursor`;

const isBehind = <T>(place: ItemOrder<T>, item: T, order: number, id: string): boolean =>
  place.order(item) > order ||
  (place.order(item) === order && (place.isRising ? place.id(item) > id : place.id(item) < id));

const kindOf = (name: string): string => name.split(':', 1)[0] ?? name;

function perPageOf(request: PageRequest): number {
  if (request.cursor !== undefined && request.page !== undefined)
    throw new DomainError('VALIDATION_ERROR', {
      details: [{ field: 'cursor', rule: 'exclusive', message: 'cursor and page exclude each other' }],
    });
  const perPage = Math.min(request.perPage ?? DEFAULT_PER_PAGE, MAX_PER_PAGE);
  if ((request.page ?? 1) * perPage > MAX_NUMBERED)
    throw new DomainError('VALIDATION_ERROR', { details: [{ field: 'page', rule: 'depth', message: TOO_DEEP }] });
  return perPage;
}
