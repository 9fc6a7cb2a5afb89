import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from './free-port.ts';

/** A client that is registered at the provider, as OpenID Connect names its settings. */
type RegisteredClient = Readonly<Record<string, unknown>>;

export const CLIENT_SECRET = 'a secret of the client that is long enough';

const PROGRAM = join(import.meta.dirname, '../../../apps/api/test/processes/identity-provider.ts');

/** The room service at an address, as a client of the provider. */
export const roomService = (url: string): RegisteredClient => ({
  client_id: 'strongroom',
  client_secret: CLIENT_SECRET,
  redirect_uris: [`${url}/sign-in/oidc/callback`],
  backchannel_logout_uri: `${url}/sign-in/oidc/logout`,
  backchannel_logout_session_required: true,
});

/** The key service at an address, as a client of the provider. */
export const keyService = (url: string): RegisteredClient => ({
  client_id: 'strongroom-keys',
  client_secret: CLIENT_SECRET,
  redirect_uris: [`${url}/v1/callback`],
});

/** A real identity provider (`oidc-provider`) in a process of its own. Each person is `ada`, unless a parameter says otherwise. */
export class IdentityProviderProcess {
  /** Its name, which is its own address unless it is reached by another one. */
  issuer: string;
  readonly #port: number;
  #clients: readonly RegisteredClient[] = [];
  #child: ChildProcessByStdio<null, Readable, null> | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.issuer = `http://127.0.0.1:${port}`;
  }

  get port(): number {
    return this.#port;
  }

  /** One with an address, which is not started yet. */
  static async make(): Promise<IdentityProviderProcess> {
    return new IdentityProviderProcess(await freePort());
  }

  /** `clock`: milliseconds that its clock is ahead. */
  async start(clients = this.#clients, clock = 0): Promise<void> {
    this.#clients = clients;
    const shift = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${clock};`;
    const flags = ['--disable-warning=ExperimentalWarning', '--import', shift];
    const args = [...flags, PROGRAM, String(this.#port), JSON.stringify(clients), this.issuer];
    this.#child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(this.#child.stdout, 'data');
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }

  /** Starts again with other keys, and without any session. `clock`: milliseconds that its clock is ahead. */
  async restart(clock = 0): Promise<void> {
    await this.stop();
    await this.start(this.#clients, clock);
  }
}
