import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

type Around = Readonly<{ cwd: string; env?: Readonly<Record<string, string>> }>;

async function output(program: string, args: readonly string[], { cwd, env = {} }: Around): Promise<readonly string[]> {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd,
    env: { PATH: `${cwd}:/usr/bin:/bin`, HOME: cwd, LC_ALL: 'C.UTF-8', ...env },
  });
  if (stderr !== '') throw new Error(stderr);
  return stdout.split('\n').filter((line) => line !== '');
}

/** The lines on the prompt of zsh after a TAB at the end of each of these. */
export const typedInZsh = (script: string, lines: readonly string[], around: Around): Promise<readonly string[]> =>
  output(
    'zsh',
    ['-f', resolve(import.meta.dirname, 'type-in.zsh'), script, join(around.cwd, 'typed'), ...lines],
    around,
  );

/** The words that fish offers for the last word of a line, without their descriptions. */
export async function offeredByFish(script: string, line: string, around: Around): Promise<readonly string[]> {
  const command = `source ${quoted(script)}; complete -C ${quoted(line)}`;
  return (await output('fish', ['--no-config', '-c', command], around)).map((offer) => offer.split('\t')[0] ?? '');
}

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/gu, String.raw`\$&`)}'`;
