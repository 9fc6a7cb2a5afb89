/** Packs every package that is published, once, and has two programs judge what users would install. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publishedPackages } from './release/packages.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'strongroom-packed-'));

/** Whether the programs find no fault. Prints those they find. */
async function isFine(archive: string): Promise<boolean> {
  const judges: readonly (readonly [string, ...string[]])[] = [
    ['publint', 'run', '--strict', archive],
    // A command line is a program: nothing imports it.
    ...(/strongroom-(?:cli|admin)-/.test(archive)
      ? []
      : [['attw', archive, '--profile', 'esm-only', '--quiet'] as const]),
  ];
  for (const [program, ...options] of judges)
    try {
      await run(program, options);
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      console.error(`${program}: ${archive}\n${stdout ?? ''}${stderr ?? String(error)}`);
      return false;
    }
  return true;
}

try {
  const workspaces = publishedPackages().flatMap(({ folder: path }) => ['-w', path]);
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, ...workspaces]);
  const waiting = (await readdir(folder)).map((name) => join(folder, name));
  const worker = async (): Promise<boolean> => {
    let isEveryFine = true;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      isEveryFine = (await isFine(next)) && isEveryFine;
    return isEveryFine;
  };
  const judged = waiting.length;
  const outcomes = await Promise.all(Array.from({ length: availableParallelism() }, worker));
  if (outcomes.includes(false)) process.exitCode = 1;
  else console.log(`${judged} packages can be published`);
} finally {
  await rm(folder, { recursive: true });
}
