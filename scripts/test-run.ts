import { randomUUID } from 'node:crypto';

/** Names a run of Jest to the processes that run its test files: they build once for all of them. */
export default function nameRun(): void {
  // oxlint-disable-next-line node/no-process-env -- Jest gives its workers nothing else
  process.env.STRONGROOM_TEST_RUN = randomUUID();
}
