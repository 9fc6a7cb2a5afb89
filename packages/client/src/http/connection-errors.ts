import { StrongroomError } from '../base/error.ts';
import { sentenceOfCertificate } from './certificate.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Runs work of the network: any failure is CONNECTION_LOST, which names the origin of the service if it is given. */
export const withConnectionErrors = <T>(work: Promise<T>, origin?: string): Promise<T> =>
  work.catch((cause: unknown) => {
    throw connectionLost(cause, origin);
  });

/** The error for a failure of the network; an error of this library stays as it is. */
export const connectionLost = (cause: unknown, origin?: string): StrongroomError =>
  cause instanceof StrongroomError
    ? cause
    : new StrongroomError('CONNECTION_LOST', {
        cause,
        message:
          sentenceOfCertificate(cause, origin) ??
          (origin && `The service at ${origin} cannot be reached, or the connection broke.`),
      });
