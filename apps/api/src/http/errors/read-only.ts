import type { LogFault } from '@strongroom/application';

const NEWEST =
  'Its operator has to bring the newest database back, or to begin a new log with `strongroom-admin audit restart`';

/** The reason why the service is read-only, and what its operator has to do. It does not recover without them. */
const TO_DO: Readonly<Record<LogFault['code'], string>> = {
  store_is_restored:
    'its store was restored or moved. Its operator has to run `strongroom-admin audit restart`, or `strongroom-admin audit continue` where no later log exists',
  key_missing: 'the key of its audit log is missing. Its operator has to bring it back',
  key_unusable: 'the key of its audit log cannot be read. Its operator has to bring it back',
  key_is_another: 'the key is not that of its audit log. Its operator has to bring the right one back',
  log_is_another: `its database has another audit log than its last checkpoint. ${NEWEST}`,
  log_is_shorter: `its database lacks events that were recorded. ${NEWEST}`,
  log_differs: `its audit log is not the one that was signed. ${NEWEST}`,
  edge_is_damaged: 'its audit log is damaged. Its operator has to run `strongroom-admin audit repair`',
  witness_refuses: `witnesses say that they saw another audit log. ${NEWEST}`,
};

/** The sentence for a caller whose change is refused. */
export const readOnlySentence = ({ code }: Pick<LogFault, 'code'>): string =>
  `The service is read-only: ${TO_DO[code]}. Nothing was changed, and trying again does not help before that.`;

/** The sentence while the operator has set the service to read-only. */
export const SET_TO_READ_ONLY =
  'The service is read-only for now: its operator makes a backup or moves it. Nothing was changed; try again later.';

/** The sentence while the database is full or read-only. */
export const TAKES_NO_WRITES =
  'The service is read-only: its database takes no writes. Its operator has to give it room, or to make it writable again. Nothing was changed, and trying again does not help before that.';
