import { join } from 'node:path';
import { StrongroomError } from '../error.ts';

/** What Windows takes for a device, whatever stands behind it. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Where a file of a room belongs below a folder of this machine. Names come from others: one that would lead out of the
 * folder, or to something else than a file, is NAME_UNSAFE.
 */
export function pathInFolder(folder: string, file: Readonly<{ name: string; folder?: string | undefined }>): string {
  const above = file.folder === undefined || file.folder === '' ? [] : file.folder.split('/');
  const segments = [...above, file.name];
  if (segments.some(isUnsafe)) throw new StrongroomError('NAME_UNSAFE');
  return join(folder, ...segments);
}

function isUnsafe(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..') return true;
  if (segment.includes('/') || segment.includes('\0')) return true;
  return process.platform === 'win32' && (/[\\:*?"<>|]|[. ]$/.test(segment) || DEVICE.test(segment));
}
