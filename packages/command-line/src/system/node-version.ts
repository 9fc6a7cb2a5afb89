import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// This module runs on whatever Node the machine has, so it uses nothing newer than Node 18.

/** The oldest major version of Node that has every feature we use. */
export const NEEDED_NODE = 26;

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Whether a version (`26.1.0`, `v26.1.0`) is new enough. */
export const isNewEnough = (version: string): boolean =>
  Number.parseInt(version.trim().replace(/^v/, ''), 10) >= NEEDED_NODE;

/** The nearest Node in a `node_modules` folder, from the file upwards; undefined if it is too old. */
export function findNewerNode(file: string | URL): string | undefined {
  for (let folder = dirname(fileURLToPath(file)); ; folder = dirname(folder)) {
    const node = join(folder, 'node_modules', '.bin', 'node');
    if (existsSync(node) && isNewEnough(versionOf(node))) return node;
    if (dirname(folder) === folder) return undefined;
  }
}

// The version is checked by running it: an old Node would start this program again without end.
const versionOf = (node: string): string => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '';

/** Runs the same command on another Node, with our streams. Returns its exit code, 128 + n if signal n ended it. */
export function runAgain(node: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [...args], { stdio: 'inherit' });
    for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/**
 * Runs a program in this process, or on the Node that its repository brings if this one is too old. Returns the exit code.
 * `main`: the address of the module that starts it. `run` loads the program: an older Node cannot even link it.
 */
export async function runOnNewNode(program: string, main: string, run: () => Promise<number>): Promise<number> {
  if (isNewEnough(process.versions.node)) return run();
  const newer = findNewerNode(main);
  if (newer !== undefined) return runAgain(newer, process.argv.slice(1));
  console.error(
    `${program}: this needs Node ${NEEDED_NODE} or newer and runs on ${process.versions.node}. Install it, or run \`npm ci\` in the repository, which brings one along.`,
  );
  return 1;
}
