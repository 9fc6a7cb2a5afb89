import { MAX_CLOCK_GAP_MS, type Window } from '@strongroom/ports';
import type { Document } from 'mongodb';

export const LIMITS_COLLECTION = 'limits';

/** Milliseconds a window is kept after its end. Clocks lag by less, so a lagging call still finds its window. */
export const KEPT_MS = 600_000;

/** Exact among all processes while one server is primary; counts are not worth waiting for a majority. */
const UNCONFIRMED = { w: 1 };

/**
 * Takes calls in order, each at its own time, with one write, which changes nothing if all are refused. Returns the window
 * before them; the server applies the same steps as `takeOne`.
 */
export const takeCommand = (bucket: string, window: Window, times: readonly number[]): Document => ({
  findAndModify: LIMITS_COLLECTION,
  query: { _id: bucket },
  update: [
    {
      $set: {
        taken: {
          $reduce: {
            input: [...times],
            initialValue: { endsAt: { $ifNull: ['$endsAt', 0] }, used: { $ifNull: ['$used', 0] } },
            in: afterOne(window),
          },
        },
      },
    },
    { $set: { endsAt: '$taken.endsAt', used: '$taken.used' } },
    { $unset: 'taken' },
  ],
  upsert: true,
  new: false,
  writeConcern: UNCONFIRMED,
});

const afterOne = ({ limit, milliseconds }: Window): Document => {
  const another = { endsAt: { $add: ['$$this', milliseconds] }, used: 1 };
  const oneMore = { endsAt: '$$value.endsAt', used: { $add: ['$$value.used', 1] } };
  const latest = { $add: ['$$this', milliseconds + MAX_CLOCK_GAP_MS] };
  const isOver = { $or: [{ $lte: ['$$value.endsAt', '$$this'] }, { $gt: ['$$value.endsAt', latest] }] };
  const hasLeft = { $lt: ['$$value.used', limit] };
  return { $cond: [isOver, another, { $cond: [hasLeft, oneMore, '$$value'] }] };
};

/** Returns the changed window, or nothing if no open window has a call to give back. */
export const giveBackCommand = (bucket: string, window: Window, at: number): Document => ({
  findAndModify: LIMITS_COLLECTION,
  query: { _id: bucket, endsAt: { $gt: at, $lte: at + window.milliseconds + MAX_CLOCK_GAP_MS }, used: { $gt: 0 } },
  update: { $inc: { used: -1 } },
  new: true,
  writeConcern: UNCONFIRMED,
});

export const clearCommand = (contained: string): Document => ({
  delete: LIMITS_COLLECTION,
  deletes: [{ q: { $expr: { $gte: [{ $indexOfBytes: ['$_id', contained] }, 0] } }, limit: 0 }],
  writeConcern: UNCONFIRMED,
});

export const readCommand = (bucket: string): Document => ({
  find: LIMITS_COLLECTION,
  filter: { _id: bucket },
  limit: 1,
  singleBatch: true,
  readConcern: { level: 'local' },
});

/**
 * Deletes windows that ended long ago by the caller's clock and by the server's, so that one clock that runs ahead deletes
 * no open window. (A TTL index uses only the server's clock.)
 */
export const forgetCommand = (at: number): Document => ({
  delete: LIMITS_COLLECTION,
  deletes: [
    {
      q: {
        endsAt: { $lte: at - KEPT_MS },
        $expr: { $lte: ['$endsAt', { $subtract: [{ $toLong: '$$NOW' }, KEPT_MS] }] },
      },
      limit: 0,
    },
  ],
  writeConcern: UNCONFIRMED,
});
