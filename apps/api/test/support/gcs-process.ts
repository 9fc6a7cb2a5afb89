import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './built.ts';
import type { Environment } from './service-process.ts';

const PROGRAM = join(ROOT, 'packages/adapter-gcs/test/processes/cloud-storage.ts');

type Endpoints = Readonly<{
  port: number;
  steering: number;
  bucket: string;
  hmac: Readonly<{ id: string; secret: string }>;
}>;

/** A strict Cloud Storage on this machine, as a process controlled by the test. */
export class GcsProcess {
  readonly #endpoints: Endpoints;
  readonly #credentials: string;
  readonly end: () => Promise<void>;

  private constructor(endpoints: Endpoints, credentials: string, end: () => Promise<void>) {
    this.#endpoints = endpoints;
    this.#credentials = credentials;
    this.end = end;
  }

  /** The credentials of its account are written into the folder. */
  static async start(folder: string): Promise<GcsProcess> {
    const credentials = join(folder, 'google.json');
    const child = spawn(process.execPath, ['-C', '@strongroom/source', PROGRAM, credentials], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const [line] = (await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      ended.then(() => Promise.reject(new Error('the storage has ended'))),
    ])) as [string];
    return new GcsProcess(JSON.parse(line) as Endpoints, credentials, async () => {
      child.kill('SIGKILL');
      await ended;
    });
  }

  get port(): number {
    return this.#endpoints.port;
  }

  /** Settings of a service that uses it. `port` is that of a proxy in between, if any. */
  settings(port = this.port): Environment {
    return {
      STRONGROOM_BLOBS: 'gcs',
      STRONGROOM_GCS_BUCKET: this.#endpoints.bucket,
      STRONGROOM_GCS_ENDPOINT: `http://127.0.0.1:${port}`,
      GOOGLE_APPLICATION_CREDENTIALS: this.#credentials,
    };
  }

  /** The same, with addresses signed by an HMAC key. */
  hmacSettings(): Environment {
    const { id, secret } = this.#endpoints.hmac;
    return { ...this.settings(), STRONGROOM_GCS_HMAC_ID: id, STRONGROOM_GCS_HMAC_SECRET: secret };
  }

  /** Every generation of every object. */
  objects(): Promise<readonly Readonly<{ name: string; size: number }>[]> {
    return this.#steer('/objects');
  }

  softDeleted(): Promise<readonly string[]> {
    return this.#steer('/soft-deleted');
  }

  /** Changes the settings of the bucket. */
  async set(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#steer('/settings', settings);
  }

  async #steer<T>(path: string, given: unknown = {}): Promise<T> {
    const body = JSON.stringify(given);
    const answer = await fetch(`http://127.0.0.1:${this.#endpoints.steering}${path}`, { method: 'POST', body });
    return (await answer.json()) as T;
  }
}
