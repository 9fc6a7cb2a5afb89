/**
 * The room service and, with everything embedded, the key service beside it: two processes, of which the first one loads
 * nothing that can unwrap, and takes the place of this one. STRONGROOM_KEY_SERVICE=off starts the room service alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { memorySettings } from './start/memory.ts';

// oxlint-disable-next-line node/no-process-env -- a program of its own
const given = process.env;
const { flags, environment } = memorySettings(given['STRONGROOM_DOCUMENTS'] || undefined);
const program = [...flags, 'apps/api/dist/main.js', '--beside', 'apps/key-service/dist/main.js'];
const env = { ...given, ...environment };

if (process.platform === 'win32') {
  // Windows has no `execve`, and its Ctrl-C reaches every process of the console.
  process.on('SIGINT', () => undefined);
  const [code] = (await once(spawn(process.execPath, program, { env, stdio: 'inherit' }), 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} else process.execve?.(process.execPath, [process.execPath, ...program], env);
