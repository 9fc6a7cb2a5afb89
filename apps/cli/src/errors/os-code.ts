/**
 * The code of an error of the operating system (`ENOENT`), or undefined for any other error. Recognised by its form: under a
 * test runner, errors of Node have another class.
 */
export const osCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
