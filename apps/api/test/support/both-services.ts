import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@strongroom/test-servers/free-port';
import { build, buildPages, ROOT } from './built.ts';
import { eventually, Place } from './service-process.ts';

type Environment = Readonly<Record<string, string>>;

const PATH = '/usr/bin:/bin';

/** The room service and the key service as `npm start` starts them. */
export class BothServices {
  readonly url: string;
  readonly keysUrl: string;
  readonly place: Place;
  /** The log of both. */
  out = '';
  readonly #environment: Environment;
  #child: ChildProcess;

  private constructor(
    place: Place,
    { port, keys }: Readonly<{ port: number; keys: number }>,
    environment: Environment,
  ) {
    this.place = place;
    this.url = `http://127.0.0.1:${port}`;
    this.keysUrl = `http://127.0.0.1:${keys}`;
    this.#environment = {
      PATH,
      STRONGROOM_DRAIN_SECONDS: '0',
      PORT: `${port}`,
      STRONGROOM_DATA_DIR: place.data,
      STRONGROOM_KEY_SERVICE_PORT: `${keys}`,
      ...environment,
    };
    this.#child = this.#begin();
  }

  #begin(): ChildProcess {
    const child = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
      cwd: ROOT,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => (this.out += piece.toString()));
    return child;
  }

  /** `environment`: settings of both, or a function of the addresses of both. */
  static async start(
    environment: Environment | ((url: string, keysUrl: string) => Environment | Promise<Environment>) = {},
    { pages = false }: Readonly<{ pages?: boolean }> = {},
  ): Promise<BothServices> {
    await build();
    if (pages) await buildPages();
    const [port = 0, keys = 0] = await freePorts(2);
    const [url, keysUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${keys}`];
    const more = typeof environment === 'function' ? await environment(url, keysUrl) : environment;
    const both = new BothServices(await Place.make(), { port, keys }, more);
    await both.ready();
    return both;
  }

  /** Resolves when both are ready. */
  async ready(): Promise<void> {
    await eventually('both services', async () => {
      const ready = await Promise.all([this.url, this.keysUrl].map((url) => fetch(`${url}/readyz`).catch(() => null)));
      return ready.every((answer) => answer?.ok === true) ? true : undefined;
    });
  }

  ownerToken(): Promise<string> {
    return readFile(join(this.place.data, 'owner.token'), 'utf8').then((text) => text.trim());
  }

  /** The secret of the activation link that was mailed to an address. */
  mailedSecret(email: string): Promise<string> {
    const folder = join(this.place.data, 'mail');
    return eventually(`a mail to ${email}`, async () => {
      for (const name of await readdir(folder).catch(() => [])) {
        // A mail that is being written has a name of its own.
        if (name.startsWith('.')) continue;
        const text = await readFile(join(folder, name), 'utf8');
        if (text.includes(`To: ${email}`)) return /^sri_\w+/m.exec(text)?.[0];
      }
      return undefined;
    });
  }

  /** Runs a command of the operator of the key service, and returns its standard output. */
  async keysCommand(...args: readonly string[]): Promise<string> {
    const main = join(ROOT, 'apps/key-service/dist/main.js');
    const env = { ...this.#environment, STRONGROOM_KEY_SERVICE_ROOM_SERVICE: this.url };
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { env, encoding: 'latin1' });
    return stdout;
  }

  /** Kills the key service without notice. It is started again. */
  async restartKeys(): Promise<void> {
    process.kill(await this.keyProcess(), 'SIGKILL');
    await this.ready();
  }

  /** Kills the room service without notice, which ends the key service too. */
  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** Kills both, and starts them again. */
  async restart(): Promise<void> {
    await this.kill();
    this.#child = this.#begin();
    await this.ready();
  }

  /** The process of the room service, which took the place of the one that was started. */
  roomProcess(): number {
    return this.#child.pid ?? 0;
  }

  /** The process of the key service, the only child of the room service. */
  async keyProcess(): Promise<number> {
    const children = await readFile(`/proc/${this.#child.pid}/task/${this.#child.pid}/children`, 'utf8');
    return Number(children);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await ended;
    }
    await this.place.end();
  }
}
