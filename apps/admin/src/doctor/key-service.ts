import { type Finding, fail, ok, quoteForShell, warn } from '@strongroom/settings';
import type { AuditKeyFiles, KeyServiceFiles, LogSeen } from '../service/stores.ts';

const CHECK = 'key service';

/** The files of the record's keys, as the key service places them. */
export const recordKeysOf = ({ auditKey }: Pick<KeyServiceFiles, 'auditKey'>): AuditKeyFiles => ({
  file: auditKey,
  isMade: true,
  lastCheckpoint: { file: auditKey.replace(/\.key$/u, '.checkpoint'), earlier: undefined },
});

/** Checks the folder of a key service beside the service: who would have to sign in or enrol again after its next start. */
export async function checkKeyService(
  folder: string,
  files: KeyServiceFiles,
  inspectLog: (record: string, keys: AuditKeyFiles) => Promise<LogSeen>,
): Promise<readonly Finding[]> {
  const { record, hasRecord, hasKeys } = files;
  if (!hasRecord && !hasKeys) return [];
  if (!hasRecord)
    return [
      warn(
        CHECK,
        `${record} is not there, so devices that were enrolled are unknown`,
        'restore it from a backup, or enrol them again: strongroom-keys enrol',
      ),
    ];
  const seen = await inspectLog(record, recordKeysOf(files));
  const fault = seen.state === 'seen' ? seen.fault : undefined;
  return [
    ...(hasKeys
      ? []
      : [
          warn(
            CHECK,
            `it has no keys in ${folder}: its next start makes new ones, and all people sign in again, enrolled devices too`,
            `put the newest copy of them into ${quoteForShell(`${folder}/keys`)} before it starts`,
          ),
        ]),
    fault === undefined
      ? ok(CHECK, `its record is in ${folder}`)
      : fail(CHECK, `${fault.reason}, so it releases no key`, 'strongroom-keys doctor says what to do'),
  ];
}
