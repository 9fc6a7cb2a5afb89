const OTHERS = 0o077;

/** Can anybody but the owner get at it? Windows has no such modes. */
export const isOpenToOthers = (mode: number): boolean => process.platform !== 'win32' && (mode & OTHERS) !== 0;

/** The permission bits as `chmod` takes them. */
export const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');
