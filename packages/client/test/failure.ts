import { StrongroomError } from '@strongroom/client';

/** How the work fails. Throws where it does not, or with anything else than an error of the library. */
export async function failure(work: Promise<unknown>): Promise<StrongroomError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StrongroomError)) throw new TypeError('it does not fail as it should', { cause: error });
  return error;
}
