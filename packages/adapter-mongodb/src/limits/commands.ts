import type { Window } from '@strongroom/ports';
import type { Document } from 'mongodb';

export const LIMITS = 'limits';

/** What is over for so long is forgotten. Clocks lag by less, and until then a lagging call meets the window it belongs to. */
export const FORGOTTEN_AFTER = 600_000;

/** Exact among all processes for as long as one server is primary; counting is not worth waiting for a majority. */
const QUICK = { w: 1 };

/**
 * Takes calls one after the other, each at its moment, with one write, which changes nothing where all are refused. It
 * answers the window before them: the server does to it what `takeOne` does.
 */
export const takeCommand = (bucket: string, window: Window, moments: readonly number[]): Document => ({
  findAndModify: LIMITS,
  query: { _id: bucket },
  update: [
    {
      $set: {
        taken: {
          $reduce: {
            input: [...moments],
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
  writeConcern: QUICK,
});

const afterOne = ({ limit, milliseconds }: Window): Document => {
  const another = { endsAt: { $add: ['$$this', milliseconds] }, used: 1 };
  const oneMore = { endsAt: '$$value.endsAt', used: { $add: ['$$value.used', 1] } };
  const isOver = { $lte: ['$$value.endsAt', '$$this'] };
  const hasLeft = { $lt: ['$$value.used', limit] };
  return { $cond: [isOver, another, { $cond: [hasLeft, oneMore, '$$value'] }] };
};

/** Answers the window after it, or nothing where there is nothing to give back to. */
export const giveBackCommand = (bucket: string, at: number): Document => ({
  findAndModify: LIMITS,
  query: { _id: bucket, endsAt: { $gt: at }, used: { $gt: 0 } },
  update: { $inc: { used: -1 } },
  new: true,
  writeConcern: QUICK,
});

export const peekCommand = (bucket: string): Document => ({
  find: LIMITS,
  filter: { _id: bucket },
  limit: 1,
  singleBatch: true,
  readConcern: { level: 'local' },
});

/**
 * Forgets what is long over by the caller's clock and by the server's: neither of them alone, when it runs ahead, ends a
 * window that is open. (An index that expires documents goes by the server's clock only.)
 */
export const forgetCommand = (at: number): Document => ({
  delete: LIMITS,
  deletes: [
    {
      q: {
        endsAt: { $lte: at - FORGOTTEN_AFTER },
        $expr: { $lte: ['$endsAt', { $subtract: [{ $toLong: '$$NOW' }, FORGOTTEN_AFTER] }] },
      },
      limit: 0,
    },
  ],
  writeConcern: QUICK,
});
