import { randomUUID } from 'node:crypto';

/** Names a run of Jest to the processes that run its test files: they build once for all of them. */
export default function nameRun(): void {
  // A name that begins like those of settings would be a wrong setting to the services that tests start.
  // oxlint-disable-next-line node/no-process-env -- Jest gives its workers nothing else
  process.env.JEST_RUN_NAME = randomUUID();
}
