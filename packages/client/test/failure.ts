import { StrongroomError } from '@strongroom/client';

/** The error with which the work fails. Throws if it succeeds, or fails with any other class of error. */
export async function failureOf(work: Promise<unknown>): Promise<StrongroomError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StrongroomError)) throw new TypeError('it does not fail as it should', { cause: error });
  return error;
}
