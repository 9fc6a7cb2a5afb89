import { execFileSync } from 'node:child_process';

/** The lines that a program prints. */
export const lines = (program: string, args: readonly string[]): readonly string[] =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((line) => line !== '');

/** The slow suites among the files of the repository. */
export const slowSuites = (files: readonly string[]): readonly string[] =>
  files.filter((file) => /^(?:(?:packages|apps)\/[^/]+\/(?:src|test)|scripts)\/.*\.slow\.test\.ts$/.test(file));
