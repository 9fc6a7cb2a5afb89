import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { type Finding, fail, ok, warn } from '@strongroom/settings';
import { textOfFile } from '@strongroom/store-kit/node';
import type { DataFolder } from '../service/data-folder.ts';

/** The form that the service generates: 256 bits in base64url. A second one is that of before a change. */
const FORM = /^[\w-]{43}(?:\s+[\w-]{43})?$/;

const FROM_SETTING = ok('secret', 'from STRONGROOM_SECRET');

/** Checks the secret of the service without printing it. `isSet`: STRONGROOM_SECRET provides it. */
export async function checkSecret({ secret }: DataFolder, hasDatabase: boolean, isSet: boolean): Promise<Finding> {
  if (isSet) return FROM_SETTING;
  try {
    return FORM.test((await textOfFile(secret)).trim())
      ? ok('secret', 'there')
      : fail('secret', `${secret} holds no secret`, 'restore it from a backup, or remove it to get a new one');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    if (code !== 'ENOENT')
      return fail('secret', `${secret} cannot be read (${code})`, 'run the doctor as the user of the service');
    return hasDatabase
      ? warn('secret', `${secret} is not there`, 'restore it; a new one ends open activation links and page cursors')
      : ok('secret', 'none yet, the service makes it');
  }
}

/** With MongoDB and PostgreSQL the service generates no secret, because all processes must share one. */
export const checkSecretSetting = (isSet: boolean): Finding =>
  isSet
    ? FROM_SETTING
    : fail('secret', 'STRONGROOM_SECRET is missing', 'set the one that every process of the service has');
