/**
 * The code of an error of the operating system (`ENOENT`), or undefined for any other error. Told by its form and not by
 * its class: under a test runner Node's errors are of another.
 */
export const osCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
