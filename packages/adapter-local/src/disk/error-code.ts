/**
 * The code of an error of the operating system (`ENOENT`); undefined for any other error. Not `instanceof`: Jest has an Error
 * class per test file.
 */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' &&
    error !== null &&
    'syscall' in error &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : undefined;
}
