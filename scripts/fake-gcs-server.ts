/**
 * An independent emulator of Cloud Storage for tests: fake-gcs-server, whose JSON API is close to Google's. It is kept in a
 * cache outside of the repository; `FAKE_GCS_SERVER` names an installed one.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const MODULE = 'github.com/fsouza/fake-gcs-server';
const VERSION = 'v1.55.1';
const run = promisify(execFile);

type Environment = Readonly<Record<string, string | undefined>>;

/** The path of the program, compiled where it is missing. Rejects with a sentence where that is not possible. */
async function program(environment: Environment): Promise<string> {
  if (environment.FAKE_GCS_SERVER) return environment.FAKE_GCS_SERVER;
  const cache = join(environment.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'strongroom');
  const path = join(cache, `fake-gcs-server-${VERSION}`);
  if (existsSync(path)) return path;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fetching-'));
  try {
    await run('go', ['install', `${MODULE}@${VERSION}`], { env: { ...environment, GOBIN: folder } });
    // In one step, so that of several that fetch at the same time none finds half a file.
    await rename(join(folder, 'fake-gcs-server'), path);
    return path;
  } catch (error) {
    throw new Error(
      `fake-gcs-server cannot be fetched; that needs Go and its module proxy (go install ${MODULE}@${VERSION}). ` +
        'Or name a program that is there in FAKE_GCS_SERVER, such as FAKE_GCS_SERVER=/usr/local/bin/fake-gcs-server.',
      { cause: error },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A fake Cloud Storage on a port of this machine. Rejects with a sentence that says what to do where there is none. */
export async function startFakeGcs(
  environment: Environment,
): Promise<Readonly<{ port: number; stop: () => Promise<void> }>> {
  // Asked for a free port, it does not say which it took.
  const port = await freePort();
  const options = ['-scheme', 'http', '-host', '127.0.0.1', '-port', String(port), '-backend', 'memory'];
  const child = spawn(await program(environment), options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  for await (const line of createInterface({ input: child.stderr })) {
    if (!line.includes('server started')) continue;
    child.stderr.resume();
    return { port, stop };
  }
  throw new Error('fake-gcs-server has ended before it served');
}
