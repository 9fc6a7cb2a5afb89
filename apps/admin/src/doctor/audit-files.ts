import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Finding, fail, ok, quoteForShell, warn } from '@strongroom/settings';
import type { AuditKeyFiles } from '../service/stores.ts';
import { isMountedOpen, modeText } from './modes.ts';

type Settings = Readonly<{ keys: AuditKeyFiles; isWitnessed: boolean }>;

/** Checks the file of the audit key, and the place of the last checkpoint. */
export async function checkAuditFiles(
  { keys, isWitnessed }: Settings,
  faultOfCheckpointFile: (file: string) => Promise<string | undefined>,
): Promise<readonly Finding[]> {
  return [...(await modeFindings(keys.file)), await placeFinding({ keys, isWitnessed }, faultOfCheckpointFile)];
}

async function modeFindings(file: string): Promise<readonly Finding[]> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !isMountedOpen(found)) return [];
  const text = `${file} has mode ${modeText(found.mode)}, and holds a private key`;
  return [warn('audit key file', text, `chmod 600 ${quoteForShell(file)}`)];
}

async function placeFinding(
  { keys: { lastCheckpoint: place }, isWitnessed }: Settings,
  faultOf: (file: string) => Promise<string | undefined>,
): Promise<Finding> {
  const check = 'audit place';
  if ('bucket' in place) return ok(check, `the last checkpoint is noted at ${place.bucket.name}, for all machines`);
  if ('nowhere' in place)
    return isWitnessed
      ? ok(check, 'the last checkpoint is noted nowhere; witnesses or keepers know it')
      : warn(
          check,
          'the last checkpoint is noted nowhere, and there is no witness and no keeper: a database that lost its last events continues its log unnoticed',
          'STRONGROOM_AUDIT_CHECKPOINT=s3://BUCKET/PREFIX/ or gs://BUCKET/PREFIX/',
        );
  const fault = await faultOf(place.file);
  if (fault === undefined) return ok(check, `the last checkpoint is noted in ${place.file}`);
  return fail(
    check,
    `the last checkpoint cannot be written in ${dirname(place.file)} (${fault})`,
    'set STRONGROOM_AUDIT_CHECKPOINT to a file in a folder where the service may write',
  );
}
