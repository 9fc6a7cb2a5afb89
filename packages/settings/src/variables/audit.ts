import { requiredWithPlace } from '../drivers.ts';
import { CHECKPOINT_PLACE_FORM, KEEPERS_FORM, WITNESSES_FORM } from '../forms/checkpoint-places.ts';
import { FILE_FORM, MAX_TERM_DAYS, wholeNumberForm } from '../forms/form.ts';
import { optionalVariable } from '../variable.ts';

/** Variables of the audit log. */
export const AUDIT_VARIABLES = {
  auditKey: optionalVariable(
    'STRONGROOM_AUDIT_KEY',
    FILE_FORM,
    'keys/audit.key in the data folder, made',
    'The file with the private key that signs the audit log, the same for all processes; back it up. Required with documents outside of the data folder.',
    requiredWithPlace(
      'elsewhere',
      'needs a file with a key that all processes share; `strongroom-admin audit key --make ADDRESS` prints one',
    ),
  ),
  auditCheckpoint: optionalVariable(
    'STRONGROOM_AUDIT_CHECKPOINT',
    CHECKPOINT_PLACE_FORM,
    'audit.checkpoint in the data folder',
    'The place of the last signed checkpoint, by which a database that was restored or cut back is recognised; apart from the database, never restored with it. A file; or, for several machines, a part of a bucket that all of them share: s3://BUCKET/PREFIX/ or gs://BUCKET/PREFIX/, with ?endpoint=URL&region=NAME where they are not those of the blobs. With none only witnesses recognise one.',
  ),
  auditWitnesses: optionalVariable(
    'STRONGROOM_AUDIT_WITNESS',
    WITNESSES_FORM,
    'none',
    'Witnesses that sign each checkpoint, between commas: VKEY@https://HOST/PATH (C2SP tlog-witness).',
  ),
  auditKeepers: optionalVariable(
    'STRONGROOM_AUDIT_KEEPERS',
    KEEPERS_FORM,
    'none',
    'Places that get the signed checkpoints, between commas: a folder, best on another machine, or a part of a bucket (s3://BUCKET/PREFIX/, gs://BUCKET/PREFIX/) gets each one; mailto:ADDRESS one a day.',
  ),
  auditKeepDays: optionalVariable(
    'STRONGROOM_AUDIT_KEEP_DAYS',
    wholeNumberForm(1, MAX_TERM_DAYS, 'days'),
    'for ever',
    'Days after which audit events are erased. Their entries stay, so the log still verifies.',
  ),
  auditKeepIpDays: optionalVariable(
    'STRONGROOM_AUDIT_KEEP_IP_DAYS',
    wholeNumberForm(1, MAX_TERM_DAYS, 'days'),
    'for ever',
    'Days after which the addresses of callers are erased from audit events.',
  ),
};
