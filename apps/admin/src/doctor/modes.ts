const OTHERS = 0o077;

/** Whether anyone but the owner has access. Windows has no such modes. */
export const isOpenToOthers = (mode: number): boolean => process.platform !== 'win32' && (mode & OTHERS) !== 0;

/** The permission bits in the notation of `chmod`. */
export const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');
