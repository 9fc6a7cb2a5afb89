/**
 * The code of an error of the operating system (`ENOENT`), or undefined for any other error. Told by its form and not by
 * its class: under a test runner each file has an Error of its own, and Node's errors are of another.
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
