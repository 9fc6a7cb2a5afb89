/** The code of an error of the operating system (`ENOENT`), or undefined for any other error. */
export const osCode = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
