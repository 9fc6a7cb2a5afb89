import { withPlace } from '../drivers.ts';
import { CHECKPOINT_PLACE, KEEPERS, WITNESSES } from '../forms/checkpoint-places.ts';
import { CENTURY, FILE, wholeNumber } from '../forms/form.ts';
import { optional } from '../variable.ts';

/** Variables of the audit log. */
export const AUDIT = {
  auditKey: optional(
    'STRONGROOM_AUDIT_KEY',
    FILE,
    'keys/audit.key in the data folder, made',
    'The file with the private key that signs the audit log, the same for all processes; back it up. Required with documents outside of the data folder.',
    withPlace(
      'elsewhere',
      'needs a file with a key that all processes share; `strongroom-admin audit key --make ADDRESS` prints one',
    ),
  ),
  auditCheckpoint: optional(
    'STRONGROOM_AUDIT_CHECKPOINT',
    CHECKPOINT_PLACE,
    'audit.checkpoint in the data folder',
    'The place of the last signed checkpoint, by which a database that was restored or cut back is recognised; apart from the database, never restored with it. A file; or, for several machines, a part of a bucket that all of them share: s3://BUCKET/PREFIX/ or gs://BUCKET/PREFIX/, with ?endpoint=URL&region=NAME where they are not those of the blobs. With none only witnesses recognise one.',
  ),
  auditWitnesses: optional(
    'STRONGROOM_AUDIT_WITNESS',
    WITNESSES,
    'none',
    'Witnesses that sign each checkpoint, between commas: VKEY@https://HOST/PATH (C2SP tlog-witness).',
  ),
  auditKeepers: optional(
    'STRONGROOM_AUDIT_KEEPERS',
    KEEPERS,
    'none',
    'Places that get the signed checkpoints, between commas: a folder, best on another machine, or a part of a bucket (s3://BUCKET/PREFIX/, gs://BUCKET/PREFIX/) gets each one; mailto:ADDRESS one a day.',
  ),
  auditKeepDays: optional(
    'STRONGROOM_AUDIT_KEEP_DAYS',
    wholeNumber(1, CENTURY, 'days'),
    'for ever',
    'Days after which audit events are erased. Their entries stay, so the log still verifies.',
  ),
  auditKeepIpDays: optional(
    'STRONGROOM_AUDIT_KEEP_IP_DAYS',
    wholeNumber(1, CENTURY, 'days'),
    'for ever',
    'Days after which the addresses of callers are erased from audit events.',
  ),
};
