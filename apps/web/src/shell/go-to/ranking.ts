import { hasWords, searchableText, wordsIn } from '../../base/list-view.ts';

/** How well a name fits sought words: 0 begins with them, 1 has them at the beginnings of its words, 2 anywhere. */
function rankOf(name: string, sought: string): number | undefined {
  if (!hasWords(name, sought)) return undefined;
  const text = searchableText(name);
  if (text.startsWith(searchableText(sought.trim()))) return 0;
  const parts = text.split(/[^\p{L}\p{N}]+/u);
  return wordsIn(sought).every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2;
}

/** The rows whose names have all sought words, the best first; rows that fit alike stay in their order. */
export function bestFirst<T extends Readonly<{ name: string }>>(rows: readonly T[], sought: string): readonly T[] {
  const ranked = rows.flatMap((row) => {
    const rank = rankOf(row.name, sought);
    return rank === undefined ? [] : [{ row, rank }];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ row }) => row);
}

type KnownRoom = Readonly<{ id: string; name: string; status: string }>;
type OpenedAt = (roomId: string) => number | undefined;

const MAX_ROOMS = 8;

const lastOpenedFirst = <T extends Readonly<{ id: string }>>(rooms: readonly T[], openedAt: OpenedAt): readonly T[] =>
  rooms.toSorted((one, other) => (openedAt(other.id) ?? 0) - (openedAt(one.id) ?? 0));

/** The rooms to offer for sought words, at most eight: those opened last first, archived ones after the others. */
export function roomsToOffer<T extends KnownRoom>(
  rooms: readonly T[],
  sought: string,
  openedAt: OpenedAt,
): readonly T[] {
  const isArchived = ({ status }: T): number => Number(status === 'archived');
  const inOrder = lastOpenedFirst(rooms, openedAt).toSorted((one, other) => isArchived(one) - isArchived(other));
  return bestFirst(inOrder, sought).slice(0, MAX_ROOMS);
}

const LAST_ROOMS = 4;

type Searchable = Readonly<{
  /** The id of the room whose page is open. */
  present: string | undefined;
  openedAt: OpenedAt;
  /** Whether this person could list the files of a room when they opened it. */
  isListed: (roomId: string) => boolean;
}>;

/**
 * The rooms whose files are looked through: the present one, then at most four that were opened last. A room whose files the
 * reader may not list would refuse the question, and the log would say so.
 */
export function roomsToSearch<T extends Readonly<{ id: string }>>(
  rooms: readonly T[],
  { present, openedAt, isListed }: Searchable,
): readonly T[] {
  const listed = rooms.filter(({ id }) => isListed(id));
  const others = listed.filter(({ id }) => id !== present && openedAt(id) !== undefined);
  return [...listed.filter(({ id }) => id === present), ...lastOpenedFirst(others, openedAt).slice(0, LAST_ROOMS)];
}

/** Rooms that one press looks through. */
const MAX_AT_A_PRESS = 100;

/** The rooms with files that were not looked through yet, those opened last first, at most a hundred; and the number of all. */
export function roomsToGoOn<T extends Readonly<{ id: string; file_count: number }>>(
  rooms: readonly T[],
  looked: ReadonlySet<string>,
  openedAt: OpenedAt,
): Readonly<{ next: readonly T[]; all: number }> {
  const others = rooms.filter(({ id, file_count: count }) => count > 0 && !looked.has(id));
  return { next: lastOpenedFirst(others, openedAt).slice(0, MAX_AT_A_PRESS), all: others.length };
}
