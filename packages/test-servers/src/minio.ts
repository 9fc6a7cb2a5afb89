/** An S3 server for tests: MinIO, on files of this machine. It is kept in a cache; `MINIO` names an installed one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from './free-port.ts';
import { type Environment, installedGoProgram } from './go-program.ts';
import type { S3Server } from './s3-server.ts';

/** RELEASE.2025-09-07T16-13-09Z. */
const MINIO = { module: 'github.com/minio/minio', version: 'v0.0.0-20250907161309-07c3a429bfed', variable: 'MINIO' };

const CREDENTIALS = { accessKeyId: 'tests', secretAccessKey: 'tests-secret' };
/** Milliseconds until it serves. */
const START_MS = 60_000;

/** An S3 server on a port of this machine. Rejects with a sentence that says what to do where there is none. */
export async function startMinio(environment: Environment): Promise<S3Server> {
  const program = await installedGoProgram(MINIO, environment);
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-minio-'));
  const [port = 0, ofConsole = 0] = await freePorts(2);
  const addresses = ['--address', `127.0.0.1:${port}`, '--console-address', `127.0.0.1:${ofConsole}`];
  const child = spawn(program, ['server', '--quiet', ...addresses, folder], {
    env: {
      PATH: environment.PATH,
      HOME: folder,
      MINIO_ROOT_USER: CREDENTIALS.accessKeyId,
      MINIO_ROOT_PASSWORD: CREDENTIALS.secretAccessKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async (): Promise<void> => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${port}`;
  for (const began = Date.now(); Date.now() - began < START_MS && child.exitCode === null; await pause(100)) {
    const ready = await fetch(`${endpoint}/minio/health/ready`).catch(() => undefined);
    if (ready?.ok === true)
      return { endpoint, port, region: 'us-east-1', credentials: CREDENTIALS, pid: child.pid ?? 0, folder, kill, stop };
  }
  await stop();
  throw new Error('minio does not serve');
}
