/**
 * An independent emulator of Cloud Storage for tests: fake-gcs-server, whose JSON API is close to Google's. It is kept in a
 * cache outside of the repository; `FAKE_GCS_SERVER` names an installed one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';
import { type Environment, installedGoProgram } from './go-program.ts';

const FAKE_GCS = { module: 'github.com/fsouza/fake-gcs-server', version: 'v1.55.1', variable: 'FAKE_GCS_SERVER' };

/** A fake Cloud Storage on a port of this machine. Rejects with instructions if the program is not available. */
export async function startFakeGcs(
  environment: Environment,
): Promise<Readonly<{ port: number; stop: () => Promise<void> }>> {
  // With port 0 the program would not print the port that it got.
  const port = await freePort();
  const options = ['-scheme', 'http', '-host', '127.0.0.1', '-port', String(port), '-backend', 'memory'];
  const child = spawn(await installedGoProgram(FAKE_GCS, environment), options, {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
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
