import { parseCheckpointPlace, parseKeepers, parseWitnesses } from './audit.ts';
import { asText, optionalSetting, wholeNumber } from './setting.ts';

/** Days. */
const CENTURY = 36_525;

/** Variables of the audit log. */
export const AUDIT_VARIABLES = {
  auditKey: optionalSetting(
    {
      name: 'STRONGROOM_AUDIT_KEY',
      shown: 'keys/audit.key in the data folder, made',
      meaning:
        'The file with the private key that signs the audit log, the same for all processes; back it up. Required with documents outside of the data folder.',
    },
    asText,
  ),
  auditCheckpoint: optionalSetting(
    {
      name: 'STRONGROOM_AUDIT_CHECKPOINT',
      shown: 'audit.checkpoint in the data folder',
      meaning:
        'The place of the last signed checkpoint, by which a database that was restored or cut back is recognised; apart from the database, never restored with it. A file; or, for several machines, a part of a bucket that all of them share: s3://BUCKET/PREFIX/ or gs://BUCKET/PREFIX/, with ?endpoint=URL&region=NAME where they are not those of the blobs. With none only witnesses recognise one.',
    },
    parseCheckpointPlace,
  ),
  auditWitnesses: optionalSetting(
    {
      name: 'STRONGROOM_AUDIT_WITNESS',
      shown: 'none',
      meaning: 'Witnesses that sign each checkpoint, between commas: VKEY@https://HOST/PATH (C2SP tlog-witness).',
    },
    parseWitnesses,
  ),
  auditKeepers: optionalSetting(
    {
      name: 'STRONGROOM_AUDIT_KEEPERS',
      shown: 'none',
      meaning:
        'Places that get the signed checkpoints, between commas: a folder, best on another machine, or a part of a bucket (s3://BUCKET/PREFIX/, gs://BUCKET/PREFIX/) gets each one; mailto:ADDRESS one a day.',
    },
    parseKeepers,
  ),
  auditKeepDays: optionalSetting(
    {
      name: 'STRONGROOM_AUDIT_KEEP_DAYS',
      shown: 'for ever',
      meaning: 'Days after which audit events are erased. Their entries stay, so the log still verifies.',
    },
    wholeNumber(1, CENTURY),
  ),
  auditKeepIpDays: optionalSetting(
    {
      name: 'STRONGROOM_AUDIT_KEEP_IP_DAYS',
      shown: 'for ever',
      meaning: 'Days after which the addresses of callers are erased from audit events.',
    },
    wholeNumber(1, CENTURY),
  ),
};
