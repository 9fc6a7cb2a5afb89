import { StrongroomError } from '../error.ts';

/** Runs work of the network: any failure is CONNECTION_LOST. */
export const onTheWay = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw connectionLost(cause);
  });

/** The error for a failure of the network; an error of this library stays as it is. */
export const connectionLost = (cause: unknown): StrongroomError =>
  cause instanceof StrongroomError ? cause : new StrongroomError('CONNECTION_LOST', { cause });
