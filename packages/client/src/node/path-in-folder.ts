import { join } from 'node:path';
import { StrongroomError } from '../error.ts';
import { fittingName, isDevice, visible } from '../names/portable-name.ts';

/**
 * Path of a room's file below a local folder. Other people chose the names, so a name or folder that begins with a dot
 * gets `_` before it: shells, ssh and git obey files such as `.zshenv`, `.ssh/config` and `.git/hooks`. One of more than 255 bytes is cut. Throws
 * NAME_UNSAFE for a name that leads out of the folder or to a device.
 */
export function pathInFolder(folder: string, file: Readonly<{ name: string; folder?: string | undefined }>): string {
  const above = file.folder === undefined || file.folder === '' ? [] : file.folder.split('/');
  const segments = [...above, file.name];
  if (segments.some(isUnsafe)) throw new StrongroomError('NAME_UNSAFE');
  return join(folder, ...segments.map((segment) => fittingName(visible(segment))));
}

function isUnsafe(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..') return true;
  if (segment.includes('/') || segment.includes('\0')) return true;
  return process.platform === 'win32' && (/[\\:*?"<>|]|[. ]$/.test(segment) || isDevice(segment));
}
