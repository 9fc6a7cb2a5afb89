import {
  type BinnedFile,
  binEnd,
  binOverUntil,
  DAY,
  isOverInBin,
  isThere,
  MAX_BIN_DAYS,
  plus,
  type RoomId,
} from '@strongroom/domain';
import { MAX_CLOCK_GAP_MS, type Selection, Unavailable } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { destroyBinned } from '../steps/files/bin-destruction.ts';
import { bins, DUE_BINS } from '../store/bins.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { files, filesInBinOf } from '../store/files.ts';
import { labelsOfStore } from '../store/organisation.ts';
import { rooms } from '../store/rooms.ts';
import type { SweepDeps } from './sweep-uploads.ts';

const ROOMS_AT_ONCE = 50;
const FILES_AT_ONCE = 50;

type Room = Readonly<{ roomId: RoomId; anyOf: readonly string[] }>;

/**
 * Destroys one slice of the files in bins whose term is over, and returns whether there may be more. Several processes may sweep
 * at the same time: a restoration and a destruction replace the same file, so one of them finds what the other did. Call it
 * only while the clock agrees with a second one.
 */
export async function sweepBins(deps: SweepDeps): Promise<boolean> {
  const now = deps.clock.now();
  const isMoreAhead = await sweepRooms(
    deps,
    { from: plus(now, MAX_BIN_DAYS * DAY + MAX_CLOCK_GAP_MS + 1) },
    redateAhead,
  );
  const isMore = await sweepRooms(deps, { until: plus(now, 1) }, destroyOver);
  return isMore || isMoreAhead;
}

async function sweepRooms(
  deps: SweepDeps,
  due: Pick<Selection, 'from' | 'until'>,
  work: (deps: SweepDeps, room: Room) => Promise<boolean>,
): Promise<boolean> {
  const page = { limit: ROOMS_AT_ONCE, order: 'oldest' } as const;
  const found = await deps.intact.list(bins.name, { anyOf: [DUE_BINS], ...due }, page);
  if (found.length === 0) return false;
  const labels = await labelsOfStore(deps.documents);
  let isMore = found.length === ROOMS_AT_ONCE;
  for (const document of found) {
    const { roomId } = stateOf(bins, document);
    const room = { roomId, anyOf: filesInBinOf(roomId, labels) };
    // A damaged room or file does not keep those of others.
    await (async () => {
      if (await work(deps, room)) isMore = true;
      else await setDue(deps, room);
    })().catch((error: unknown) => {
      if (error instanceof Unavailable) throw error;
      logError(deps.log, 'warn', 'the bin of a room could not be swept', error, { target: roomId });
    });
  }
  return isMore;
}

/** Destroys files whose term is over; returns whether there may be more in this room. */
async function destroyOver(deps: SweepDeps, { roomId, anyOf }: Room): Promise<boolean> {
  const [document] = await deps.documents.read([refTo(rooms, roomId)]);
  const room = document && stateOf(rooms, document);
  // The files of a deleted room are destroyed with it.
  if (!isThere(room)) return false;
  const until = plus(binOverUntil(room, deps.clock.now()), 1);
  return changeSome(deps, { roomId, anyOf }, { until }, (uow, file) => {
    const now = deps.clock.now();
    const present = uow.find(rooms, roomId);
    if (isThere(present) && isOverInBin(present, file, now)) destroyBinned(uow, file, now);
  });
}

/** A clock that ran ahead wrote when files were deleted: their term begins now. */
const redateAhead = (deps: SweepDeps, room: Room): Promise<boolean> =>
  changeSome(deps, room, { from: plus(deps.clock.now(), MAX_CLOCK_GAP_MS + 1) }, (uow, file) =>
    uow.put(files, { ...file, deletedAt: deps.clock.now() }),
  );

async function changeSome(
  deps: SweepDeps,
  { roomId, anyOf }: Room,
  part: Pick<Selection, 'from' | 'until'>,
  change: (uow: UnitOfWork, file: BinnedFile) => void,
): Promise<boolean> {
  const page = { limit: FILES_AT_ONCE, order: 'oldest' } as const;
  const found = await deps.intact.list(files.name, { anyOf, ...part }, page);
  if (found.length === 0) return false;
  await deps.runner.run({
    author: SYSTEM,
    refs: [refTo(rooms, roomId), ...found.map(({ id }) => refTo(files, id))],
    apply: (uow) => {
      for (const { id } of found) {
        const file = uow.find(files, id);
        if (file?.status === 'binned') change(uow, file);
      }
    },
  });
  return found.length === FILES_AT_ONCE;
}

/** Notes when the first term in the bin ends. A deletion into the bin replaces the room, and so conflicts with this. */
async function setDue(deps: Deps, { roomId, anyOf }: Room): Promise<void> {
  let first: BinnedFile | undefined;
  await deps.runner.run({
    author: SYSTEM,
    refs: [refTo(rooms, roomId), refTo(bins, roomId)],
    loadMore: async () => {
      const [oldest] = await deps.documents.list(files.name, { anyOf }, { limit: 1, order: 'oldest' });
      const file = oldest && stateOf(files, oldest);
      first = file?.status === 'binned' ? file : undefined;
      return [];
    },
    apply: (uow) => {
      const due = uow.find(bins, roomId);
      if (due === undefined) return;
      const room = uow.find(rooms, roomId);
      if (room !== undefined) uow.expect(rooms, roomId);
      if (!isThere(room) || first === undefined) uow.remove(bins, roomId);
      else uow.put(bins, { roomId, dueAt: binEnd(room, first) });
    },
  });
}
