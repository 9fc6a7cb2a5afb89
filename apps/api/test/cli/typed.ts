import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';
import { ROOT } from '../support/built.ts';
import type { Desk } from './desk.ts';

const MAIN = join(ROOT, 'apps/cli/dist/main.js');
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Runs a command on a terminal (`script` of util-linux) and types each answer when its question appears. */
export async function typed(
  desk: Desk,
  args: readonly string[],
  answers: readonly (readonly [question: string, answer: string])[],
  env: Readonly<Record<string, string>> = {},
): Promise<Readonly<{ code: number; shown: string }>> {
  const command = [process.execPath, MAIN, ...args].map(quoted).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: '/usr/bin:/bin', HOME: desk.home, TERM: 'xterm', ...COMPILE_CACHE, ...env },
    cwd: desk.home,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = [...answers];
  let shown = '';
  let asked = 0;
  child.stdout.on('data', (piece: Buffer) => {
    shown += piece.toString();
    const [question, answer] = waiting[0] ?? [];
    if (question === undefined || answer === undefined || !shown.slice(asked).includes(question)) return;
    waiting.shift();
    asked = shown.length;
    child.stdin.write(answer);
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(waiting).toEqual([]);
  return { code, shown };
}
