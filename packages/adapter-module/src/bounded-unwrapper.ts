import { type KeyUnwrapper, Unavailable } from '@strongroom/ports';
import { Deadline, DeadlineExceeded } from '@strongroom/store-kit';

/** Milliseconds for an answer of a package. A person waits for their file meanwhile. */
const ANSWER_MS = 5000;

/** The unwrapper with a deadline for each call. A key that comes too late is wiped. */
export const boundedUnwrapper = (unwrapper: KeyUnwrapper, milliseconds = ANSWER_MS): KeyUnwrapper => ({
  scope: unwrapper.scope,
  unwrap: async (...asked) => {
    const opening = unwrapper.unwrap(...asked);
    return answered(opening, milliseconds).catch((error: unknown) => {
      opening.then((key) => key.fill(0)).catch(() => undefined);
      throw error;
    });
  },
  check: async () => answered(unwrapper.check(), milliseconds),
  close: () => unwrapper.close(),
});

const answered = <T>(work: Promise<T>, milliseconds: number): Promise<T> =>
  new Deadline(milliseconds).bound(work).catch((error: unknown) => {
    throw error instanceof DeadlineExceeded ? new Unavailable('keys', { cause: error }) : error;
  });
