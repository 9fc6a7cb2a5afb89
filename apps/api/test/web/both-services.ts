import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../../../scripts/free-port.ts';
import { build, buildPages, ROOT } from '../support/built.ts';
import { eventually, Place } from '../support/service-process.ts';

/** The room service and the key service as `npm start` starts them. */
export class BothServices {
  readonly url: string;
  readonly keysUrl: string;
  readonly #place: Place;
  readonly #child: ChildProcess;

  private constructor(place: Place, port: number, keys: number) {
    this.#place = place;
    this.url = `http://127.0.0.1:${port}`;
    this.keysUrl = `http://127.0.0.1:${keys}`;
    this.#child = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
      cwd: ROOT,
      env: {
        PATH: '/usr/bin:/bin',
        PORT: `${port}`,
        STRONGROOM_DATA_DIR: place.data,
        STRONGROOM_KEY_SERVICE_PORT: `${keys}`,
      },
      stdio: 'ignore',
    });
  }

  static async start(): Promise<BothServices> {
    await build();
    await buildPages();
    const [port = 0, keys = 0] = await freePorts(2);
    const both = new BothServices(await Place.make(), port, keys);
    await eventually('both services', async () => {
      const ready = await Promise.all([both.url, both.keysUrl].map((url) => fetch(`${url}/readyz`).catch(() => null)));
      return ready.every((answer) => answer?.ok === true) ? true : undefined;
    });
    return both;
  }

  ownerToken(): Promise<string> {
    return readFile(join(this.#place.data, 'owner.token'), 'utf8').then((text) => text.trim());
  }

  /** The secret of the activation link that was mailed to an address. */
  mailedSecret(email: string): Promise<string> {
    const folder = join(this.#place.data, 'mail');
    return eventually(`a mail to ${email}`, async () => {
      for (const name of await readdir(folder).catch(() => [])) {
        const text = await readFile(join(folder, name), 'utf8');
        if (text.includes(`To: ${email}`)) return /^sri_\w+/m.exec(text)?.[0];
      }
      return undefined;
    });
  }

  async end(): Promise<void> {
    if (this.#child.exitCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await ended;
    }
    await this.#place.end();
  }
}
