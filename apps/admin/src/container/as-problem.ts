import { StoreUnusable } from '@strongroom/adapter-local';
import { LogFault, SettingsUnfit } from '@strongroom/application';
import { Problem } from '@strongroom/command-line';
import { DomainError } from '@strongroom/domain';
import { systemErrorCode, Unavailable } from '@strongroom/ports';

/** A known failure of the store as a Problem; any other error as it is. */
export function asProblem(error: unknown): unknown {
  if (error instanceof StoreUnusable || error instanceof DomainError || error instanceof SettingsUnfit)
    return new Problem(error.message, { cause: error });
  if (error instanceof LogFault) {
    const wayOut =
      error.code === 'edge_is_damaged'
        ? ''
        : error.code === 'store_is_restored'
          ? ': run `strongroom-admin audit restart` first, or `strongroom-admin audit continue` if no later log exists'
          : error.code === 'key_unusable'
            ? ': bring the file back from a backup, or move it away and begin a new log with `strongroom-admin audit restart`'
            : ', or begin a new log with `strongroom-admin audit restart`';
    return new Problem(`${error.message}${wayOut}.`, { cause: error });
  }
  if (error instanceof Unavailable && error.dependency === 'audit')
    return new Problem(
      `the place of the last checkpoint cannot be read or written (${systemErrorCode(error.cause) ?? 'no answer'}): correct STRONGROOM_AUDIT_CHECKPOINT.`,
      { cause: error },
    );
  if (error instanceof Unavailable)
    return new Problem('the database did not answer in time: another process keeps it locked. Try again in a moment.', {
      cause: error,
    });
  return error;
}
