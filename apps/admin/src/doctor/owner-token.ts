import { stat } from 'node:fs/promises';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { type Finding, fail, ok, quoteForShell, warn } from '@strongroom/settings';
import type { DataFolder } from '../service/data-folder.ts';
import { isOpenToOthers, modeText } from './modes.ts';

/** The file of the first owner's token, which may have been moved to a safer place. Checks only its mode. */
export async function checkOwnerToken({ ownerToken }: DataFolder): Promise<Finding> {
  const check = 'owner token';
  try {
    const { mode } = await stat(ownerToken);
    return isOpenToOthers(mode)
      ? warn(check, `${ownerToken} has mode ${modeText(mode)}`, `chmod 600 ${quoteForShell(ownerToken)}`)
      : ok(check, 'for the owner only');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    return code === 'ENOENT'
      ? ok(check, 'no file; `strongroom-admin owner-token --new` makes one')
      : fail(check, `${ownerToken} cannot be looked at (${code})`, 'run the doctor as the user of the service');
  }
}
