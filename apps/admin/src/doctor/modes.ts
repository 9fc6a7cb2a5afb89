import type { Stats } from 'node:fs';

const OTHERS = 0o077;
const GROUP = 0o070;

/** Whether anyone but the owner has access. Windows has no such modes. */
export const isOpenToOthers = (mode: number): boolean => process.platform !== 'win32' && (mode & OTHERS) !== 0;

/** The permission bits in the notation of `chmod`. */
export const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');

/** Whether others can read a file that a platform may have mounted: it belongs to another user, and its group is the service's. */
export const isMountedOpen = ({ mode, uid }: Pick<Stats, 'mode' | 'uid'>): boolean =>
  isOpenToOthers(uid === process.getuid?.() ? mode : mode & ~GROUP);
