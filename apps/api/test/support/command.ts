import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ADMIN_COMMANDS } from '@strongroom/command-line/commands';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';
import { ROOT } from './built.ts';

type Ended = Readonly<{ code: number | null; out: string; err: string }>;
type How = Readonly<{ env?: Readonly<Record<string, string>>; cwd?: string }>;

/** Whether the command is one of `strongroom-admin`. */
const isForOperators = (args: readonly string[]): boolean =>
  ADMIN_COMMANDS.some((command) =>
    command.split(' ').every((word, index) => (word.startsWith('--') ? args.includes(word) : args[index] === word)),
  );

/** The installed command in its own process, of the program that has it. */
export function strongroom(args: readonly string[], { env = {}, cwd = ROOT }: How = {}): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [join(ROOT, isForOperators(args) ? 'apps/admin/dist/main.js' : 'apps/cli/dist/main.js'), ...args],
    {
      env: { ...COMPILE_CACHE, ...env },
      cwd,
    },
  );
  const output = { out: '', err: '' };
  child.stdout.on('data', (piece: Buffer) => (output.out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output.err += piece.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...output })));
}
