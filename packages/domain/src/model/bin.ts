import type { UserId } from '../values/ids.ts';
import type { BinDays } from '../values/numbers.ts';
import { DAY, earlier, type Instant, instant, later, plus } from '../values/time.ts';
import { type AvailableFile, type BinnedFile, type DeletedFile, deleteFile, type PendingFile } from './file.ts';

/** Files that were deleted until then stay in the bin for this many days at most. */
export type BinTerm = Readonly<{ until: Instant; days: number }>;

/**
 * The bin of a room. `days`: its present term. `earlier`: the shorter terms of before, the latest last; a longer term holds for
 * files deleted after it was set. INVARIANT: both parts rise from entry to entry, so there are at most 90.
 */
export type Bin = Readonly<{ days: number; earlier?: readonly BinTerm[] }>;

/** The part of a room that is its bin. */
type WithBin = Readonly<{ bin?: Bin }>;
type InBin = Pick<BinnedFile, 'deletedAt'>;

/** Days for which a deleted file can be restored; 0: it is destroyed at once. */
export const binDaysOf = ({ bin }: WithBin): number => bin?.days ?? 0;

/** Sets the term. An equal term changes nothing. A shorter one also applies to the files that are in the bin already. */
export function setBinDays<R extends WithBin>(room: R, days: BinDays, now: Instant): R {
  const before = binDaysOf(room);
  if (days === before) return room;
  const shorter = (room.bin?.earlier ?? []).filter((term) => term.days < Math.min(days, before));
  const until = later(now, shorter.at(-1)?.until ?? now);
  // A room that never had a bin has nothing in it.
  const terms = days > before && room.bin !== undefined ? [...shorter, { until, days: before }] : shorter;
  return { ...room, bin: { days, ...(terms.length > 0 && { earlier: terms }) } };
}

/** Puts a file into the bin: its term is the present one, whatever the clocks of two processes say. */
export const binFile = (
  room: WithBin,
  file: AvailableFile,
  { at, userId }: Readonly<{ at: Instant; userId: UserId }>,
): BinnedFile => {
  const lastTerm = room.bin?.earlier?.at(-1);
  const since = lastTerm === undefined ? file.confirmedAt : later(file.confirmedAt, plus(lastTerm.until, 1));
  return { ...file, status: 'binned', deletedBy: userId, deletedAt: later(at, since) };
};

/** Deletes a file: into the bin if the room has one and the file was confirmed, else for good. */
export const discardFile = (
  room: WithBin,
  file: PendingFile | AvailableFile,
  by: Readonly<{ at: Instant; userId: UserId }>,
): BinnedFile | DeletedFile =>
  file.status === 'available' && binDaysOf(room) > 0 ? binFile(room, file, by) : deleteFile(file, by.at);

/** Takes a file out of the bin, as it was before, and away from the links of before. */
export function restoreFile(file: BinnedFile): AvailableFile {
  const { deletedBy: _, deletedAt: __, restored = 0, ...rest } = file;
  return { ...rest, status: 'available', restored: restored + 1 };
}

/** After every other moment. */
const NEVER_AGAIN = instant(8_640_000_000_000_000);

/** Days that a file in the bin has from its deletion on. */
function termOf(room: WithBin, { deletedAt }: InBin): number {
  const terms = (room.bin?.earlier ?? []).filter(({ until }) => deletedAt <= until).map(({ days }) => days);
  return Math.min(binDaysOf(room), ...terms);
}

/** The moment from which a file in the bin can no longer be restored. */
export const binEnd = (room: WithBin, file: InBin): Instant => plus(file.deletedAt, termOf(room, file) * DAY);

/**
 * The terms of all files deleted up to this moment are over, and of no others. A term of no days is over whatever the clock of
 * another process said.
 */
export const binOverUntil = (room: WithBin, now: Instant): Instant => {
  const end = (days: number): Instant => (days === 0 ? NEVER_AGAIN : plus(now, -days * DAY));
  return (room.bin?.earlier ?? [])
    .map(({ until, days }) => earlier(until, end(days)))
    .reduce(later, end(binDaysOf(room)));
};

export const isOverInBin = (room: WithBin, file: InBin, now: Instant): boolean =>
  termOf(room, file) === 0 || now >= binEnd(room, file);
