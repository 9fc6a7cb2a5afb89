/**
 * The room service and, with everything embedded, the key service beside it: two processes, of which the first one loads
 * nothing that can unwrap. STRONGROOM_KEY_SERVICE=off starts the room service alone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { keyServiceBeside } from './start/beside.ts';
import { memorySettings } from './start/memory.ts';
import { Screen } from './start/screen.ts';

const memory = memorySettings();
const [API, KEYS] = ['apps/api/dist/main.js', 'apps/key-service/dist/main.js'];
/** Milliseconds before a key service that ended is started again: longer each time, until it ran for a while. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
const LONG_ENOUGH = 60_000;

// oxlint-disable-next-line node/no-process-env -- a program of its own
const found = keyServiceBeside(process.env);
if ('reason' in found) process.stderr.write(`strongroom: no key service is started: ${found.reason}.\n`);

/** There a signal ends a process without notice, and Ctrl-C reaches every process of the console by itself. */
const IS_WINDOWS = process.platform === 'win32';

// oxlint-disable-next-line node/no-process-env -- a program of its own
const screen = Screen.of(process.env, process.stdout);

/** In a group of its own: a terminal sends Ctrl-C to this process, which passes it on once. */
function started(
  service: string,
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>>,
): ChildProcess {
  const child = spawn(process.execPath, [...memory.flags, program, ...args], {
    env: { ...memory.environment, ...env },
    stdio: ['ignore', screen === undefined ? 'inherit' : 'pipe', 'inherit'],
    detached: !IS_WINDOWS,
  });
  if (child.stdout !== null) screen?.follow(service, child.stdout);
  return child;
}

const rooms = started('rooms', [API], found.rooms);
let keys: ChildProcess | undefined;
const ending = new AbortController();

const stop = (signal?: NodeJS.Signals): void => {
  ending.abort();
  if (IS_WINDOWS && signal === 'SIGINT') return;
  // SIGTERM drains, for which a user at a terminal does not wait.
  rooms.kill(signal ?? 'SIGINT');
  keys?.kill(signal ?? 'SIGINT');
};
process.on('SIGTERM', stop).on('SIGINT', stop);

async function keepKeys(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    const since = performance.now();
    keys = started('keys', [KEYS, 'serve'], env);
    await once(keys, 'exit');
    if (ending.signal.aborted) return;
    if (performance.now() - since > LONG_ENOUGH) wait = FIRST_PAUSE;
    process.stderr.write(`strongroom: the key service ended; it is started again in ${wait / 1000} s.\n`);
    await pause(wait, undefined, { signal: ending.signal }).catch(() => undefined);
    if (ending.signal.aborted) return;
  }
}

const keeping = 'keys' in found ? keepKeys(found.keys) : Promise.resolve();
await once(rooms, 'exit');
stop();
await Promise.race([keeping, pause(10_000)]);
process.exit(rooms.exitCode ?? 1);
