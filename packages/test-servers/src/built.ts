import { execFile } from 'node:child_process';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

export const ROOT = join(import.meta.dirname, '../../..');

const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');
const BUNDLER = join(ROOT, 'scripts/bundle.ts');
const LOCK = join(tmpdir(), `strongroom-build-${Buffer.from(ROOT).toString('hex').slice(-40)}.lock`);
const BUILD_TIMEOUT_MS = 120_000;

let built: Promise<void> | undefined;

/**
 * Processes run the bundled service, which must not be older than the sources. Concurrent test files wait for one
 * another: the first one of a run builds for all.
 */
export function build(): Promise<void> {
  built ??= oncePerRun('programs', async () => {
    const projects = ['apps/api', 'apps/admin', 'apps/cli', 'apps/key-service'].map((project) => join(ROOT, project));
    await promisify(execFile)(process.execPath, [COMPILER, '-b', ...projects]).catch((error: { stdout?: string }) => {
      throw new Error(`the service does not compile:\n${error.stdout}`);
    });
    await promisify(execFile)(process.execPath, [BUNDLER]);
  });
  return built;
}

let pagesBuilt: Promise<void> | undefined;

/** Builds the pages of the web application, if they are older than their sources. */
export function buildPages(): Promise<void> {
  pagesBuilt ??= oncePerRun('pages', async () => {
    await promisify(execFile)(process.execPath, [join(ROOT, 'apps/web/build.ts')]);
  });
  return pagesBuilt;
}

/** To find that nothing has changed costs each test file a second of a processor. */
async function oncePerRun(what: string, work: () => Promise<void>): Promise<void> {
  const run = env['JEST_RUN_NAME'];
  const record = LOCK.replace(/lock$/u, what);
  const isDone = async (): Promise<boolean> =>
    run !== undefined && (await readFile(record, 'utf8').catch(() => '')) === run;
  if (await isDone()) return;
  await alone(async () => {
    if (await isDone()) return;
    await work();
    if (run !== undefined) await writeFile(record, run);
  });
}

async function alone(work: () => Promise<void>): Promise<void> {
  const until = Date.now() + BUILD_TIMEOUT_MS;
  while (!(await lock())) {
    if (Date.now() > until) throw new Error(`somebody has been compiling for too long; remove ${LOCK}`);
    await pause(20);
  }
  try {
    await work();
  } finally {
    await rm(LOCK, { force: true });
  }
}

async function lock(): Promise<boolean> {
  try {
    const handle = await open(LOCK, 'wx');
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch {
    const holder = Number(await readFile(LOCK, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) await rm(LOCK, { force: true });
    return false;
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
