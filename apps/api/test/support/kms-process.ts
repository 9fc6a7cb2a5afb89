import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './built.ts';
import type { Environment } from './service-process.ts';

const PROGRAM = join(ROOT, 'packages/adapter-cloud-kms/test/processes/kms.ts');
const RING = 'projects/rooms-test/locations/europe-west3/keyRings/strongroom';

export type Wrapped = Readonly<{ wrappedDek: string; kmsKeyId: string; aad?: string }>;
type Trouble = Readonly<{ kind: 'none' | 'corrupt' | 'hang' | 'refuse'; code?: string }>;

/** Cloud KMS on this machine, as a process controlled by the test. */
export class KmsProcess {
  readonly #steering: number;
  readonly port: number;
  readonly end: () => Promise<void>;

  private constructor(ports: Readonly<{ port: number; steering: number }>, end: () => Promise<void>) {
    this.port = ports.port;
    this.#steering = ports.steering;
    this.end = end;
  }

  static async start(): Promise<KmsProcess> {
    const child = spawn(process.execPath, ['-C', '@strongroom/source', PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const [line] = (await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      ended.then(() => Promise.reject(new Error('the key service has ended'))),
    ])) as [string];
    return new KmsProcess(JSON.parse(line) as { port: number; steering: number }, async () => {
      child.kill('SIGKILL');
      await ended;
    });
  }

  /** Settings of a service that uses it. `port` is that of a proxy in between, if any. */
  settings(port = this.port): Environment {
    return {
      STRONGROOM_KEYS: 'cloud-kms',
      STRONGROOM_KMS_KEY_RING: RING,
      STRONGROOM_KMS_ENDPOINT: `http://127.0.0.1:${port}`,
    };
  }

  calls(): Promise<Readonly<Record<string, number>>> {
    return this.#steer('/calls');
  }

  keys(): Promise<readonly Readonly<{ name: string; states: readonly string[] }>[]> {
    return this.#steer('/keys');
  }

  /** The data keys in clear, base64: available to the callers' identities only. */
  unwrap(wrapped: readonly Wrapped[]): Promise<readonly string[]> {
    return this.#steer('/unwrap', wrapped);
  }

  async rotate(key: string): Promise<void> {
    await this.#steer('/rotate', { key });
  }

  async permit(permissions: readonly string[]): Promise<void> {
    await this.#steer('/permissions', permissions);
  }

  async trouble(trouble: Trouble): Promise<void> {
    await this.#steer('/trouble', trouble);
  }

  async #steer<T>(path: string, given: unknown = {}): Promise<T> {
    const body = JSON.stringify(given);
    const answer = await fetch(`http://127.0.0.1:${this.#steering}${path}`, { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as T;
  }
}
