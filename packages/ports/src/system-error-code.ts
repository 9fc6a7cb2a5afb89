/**
 * The code of an error of the operating system (`ENOENT`); undefined for any other error. Checked by form, because under
 * a test runner Node's errors have another class.
 */
export const systemErrorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
